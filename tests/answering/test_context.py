"""The law found for a question as one text, from real stores and models."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.errors import InputError, ModelTimeout
from civicsetu.law.sentences import to_one_line
from civicsetu.models.embedder import LocalEmbedder
from civicsetu.retrieval.context.context_formats import ContextFormat
from civicsetu.retrieval.context.law_context import ContextOptions
from tests.holding import ACT, LATE, answer_of, rows_of


async def test_a_context_holds_what_search_finds_and_records_nothing(service: AnsweringService) -> None:
    [before] = await rows_of(service, "select count(*) as turns from turns")
    found = await service.search(LATE)
    context = await service.write_context(LATE)
    ranked = sorted(context.passages, key=lambda passage: passage.rank)
    assert [(one.document, one.provision) for one in ranked] == [
        (one.document, one.provision) for one in found
    ]
    assert (context.left_out, context.ratio) == (0, 1.0) and context.tokens <= 4000
    assert context.passages[-1].rank == 2, "the second best is read last"
    for passage in ranked:
        view = await service.read_provision(passage.document, passage.provision)
        assert passage.text == view.text and passage.text in context.text
    assert await rows_of(service, "select count(*) as turns from turns") == [before]


async def test_a_sub_section_asked_for_brings_its_section(service: AnsweringService) -> None:
    options = ContextOptions(families=True, max_tokens=20_000)
    best, *_ = (await service.write_context("What does section 13(2) say?", options=options)).passages
    whole = await service.read_provision(ACT, "13")
    assert (best.provision, best.units, best.text) == ("13", ("13(1)", "13(2)"), whole.text)


async def test_the_settings_bound_what_comes_along(service: AnsweringService) -> None:
    context = await service.write_context("carpet area", options=ContextOptions(families=True, max_tokens=100_000))
    units = [unit for passage in context.passages for unit in passage.units]
    assert len(units) == service.settings.context.family_cap == 40
    sections = [(passage.document, passage.provision) for passage in context.passages]
    assert len(sections) == len(set(sections))


async def test_a_compressed_context_keeps_what_the_answer_cites(service: AnsweringService) -> None:
    answer = await answer_of(service, LATE)
    shorter = await service.write_context(LATE, options=ContextOptions(compress=True), cited=answer.citations)
    assert 0 < shorter.ratio < 1
    told = " ".join(to_one_line(passage.text) for passage in shorter.passages)
    found = {(context.document, context.provision) for context in answer.contexts}
    cited = [one for one in answer.citations if (one.document, one.section_id) in found]
    assert cited, "a statement may need a provision beside those found, but never those alone"
    for citation in cited:
        assert to_one_line(citation.quote) in told


async def test_the_nearest_sentences_are_kept(service: AnsweringService) -> None:
    context = await service.write_context(LATE, options=ContextOptions(ContextFormat.JSON, compress=True))
    [refund] = [one["text"] for one in json.loads(context.text)["passages"] if one["provision"] == "18(1)"]
    assert "return the amount it received" in refund and "[…]" in refund


async def test_without_meaning_sentences_are_chosen_by_words(
    service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(self: LocalEmbedder, texts: Sequence[str]) -> None:
        raise ModelTimeout("no answer in time")

    monkeypatch.setattr(LocalEmbedder, "embed_questions", fail)
    context = await service.write_context("refund with interest", options=ContextOptions(compress=True))
    assert context.ratio < 1 and "interest" in context.text


@pytest.mark.parametrize("asked", ["", "   ", "x" * 12_001])
async def test_a_question_that_cannot_be_read_is_refused(service: AnsweringService, asked: str) -> None:
    with pytest.raises(InputError):
        await service.write_context(asked)


async def test_a_budget_without_room_is_refused_in_one_sentence(service: AnsweringService) -> None:
    with pytest.raises(InputError) as refused:
        await service.write_context(LATE, options=ContextOptions(max_tokens=30))
    assert "30 tokens have no room for one sentence of the law" in refused.value.user_message
