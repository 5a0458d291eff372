"""RAGAS over rows of ours: answers first, scores second, both gone on with; a judge on loopback speaks the real protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.errors import InputError
from civicsetu.evaluation.ragas_scores.answer_rows import answer_rows
from civicsetu.evaluation.ragas_scores.judge import bare_json, to_prompt
from civicsetu.evaluation.ragas_scores.ragas_report import (
    build_score_table,
    describe,
    is_stub,
    measure_scores,
    passes,
)
from civicsetu.evaluation.ragas_scores.result_files import (
    ANSWERS,
    SCORES,
    Answers,
    ScoredRow,
    Scores,
    read_file,
)
from civicsetu.evaluation.ragas_scores.rows import RagasRow, load_rows
from civicsetu.evaluation.ragas_scores.score_rows import (
    NO_REPLY,
    NO_VERDICT,
    NOT_A_NUMBER,
    NOTHING,
    score_rows,
)
from civicsetu.evaluation.written.recorded_models import RecordedModels
from civicsetu.law.answers import Answer, Sentence, Support
from civicsetu.law.documents import EditionKind
from civicsetu.models.writer.litellm_chain import LiteLLMModels
from civicsetu.settings import WriterSettings
from tests.answering.given import answered, citation
from tests.answering.validating.turns import context
from tests.evaluation.runs.given import Scripted
from tests.holding import quiet
from tests.models.chat_provider import ChatProvider, chat_provider, fails, says
from tests.retrieval.lantern_act import ACT, index_of_states
from tests.retrieval.lantern_act_held import WordVectors

EVAL = Path(__file__).resolve().parents[3] / "eval"
LAW = index_of_states()
HASH = "a" * 12


def row(name: str, question: str, group: str = "CENTRAL") -> RagasRow:
    return RagasRow.model_validate(
        {"id": name, "group": group, "from": [f"{ACT} 3(1)"], "question": question, "reference": f"The gold of {name}."}
    )


ROWS = [row("r-1", "When is the lantern closed?"), row("r-2", "What is the penalty?", "MULTI")]


class Lantern(Scripted):
    """Answers with a provision of the Lantern Act; remembers every word it was told."""

    async def answer(self, question: Any) -> Any:
        self.told = [*getattr(self, "told", []), repr(question)]
        async for event in super().answer(question):
            answer: Answer = event.answer
            yield event.model_copy(update={"answer": answer.model_copy(update={"contexts": (context("3(1)"), context("4"))})})


def judging(body: Any) -> str:
    """What a judge says to each of RAGAS's prompts: two claims, one of them faithful, and of two contexts the first useful."""
    prompt = body["messages"][-1]["content"]
    if "Break down" in prompt:
        return json.dumps({"statements": ["One.", "Two."]})
    if "faithfulness of a series" in prompt:
        verdicts = [{"statement": text, "reason": "so", "verdict": at} for at, text in enumerate(("One.", "Two."))]
        return "```json\n" + json.dumps({"statements": verdicts}) + "\n```"
    if "noncommittal" in prompt:
        return json.dumps({"question": "When is the lantern closed?", "noncommittal": 0})
    useful = int("close the lantern by" in prompt.rsplit("Now perform", 1)[-1])
    return json.dumps({"reason": "so", "verdict": useful})


@pytest.fixture
def provider() -> Iterator[ChatProvider]:
    with chat_provider(says(judging, usage=None)) as running:
        yield running


def judge(provider: ChatProvider) -> LiteLLMModels:
    settings = {"writing": ["openai/judge"], "keys": {"openai": "k"}, "addresses": {"openai": provider.address}, "retries": 0}
    return LiteLLMModels(WriterSettings.model_validate(settings))


async def answers_in(folder: Path, service: Scripted | None = None, answer_hash: str = HASH) -> Answers:
    return await answer_rows(ROWS, service or Lantern(), LAW, answer_hash, folder, quiet)


async def scored(folder: Path, models: Any, answers: Answers | None = None) -> Scores:
    told = answers or await answers_in(folder)
    return await score_rows(ROWS, told, models, cast(Any, WordVectors()), folder, quiet)


async def test_nothing_of_the_gold_reaches_the_system(tmp_path: Path) -> None:
    service = Lantern()
    await answers_in(tmp_path, service)
    assert service.asked == [one.question for one in ROWS]
    assert "gold" not in " ".join(service.told).lower() and ACT not in " ".join(service.told)


async def test_answers_are_kept_with_the_law_in_plain_words_and_gone_on_with(tmp_path: Path) -> None:
    first = await answers_in(tmp_path)
    assert read_file(tmp_path / ANSWERS, Answers) == first
    assert "must close the lantern by 9 p.m." in first.rows["r-1"].contexts[0]
    again = Lantern()
    assert await answers_in(tmp_path, again) == first and again.asked == []
    other = Lantern()
    await answers_in(tmp_path, other, "b" * 12)
    assert len(other.asked) == 2, "another answer hash is another system"


async def test_official_words_go_to_no_judge(tmp_path: Path) -> None:
    official = citation("3(1)", edition=EditionKind.OFFICIAL, quote="It shall be shut at nine of the clock.")
    sentences = [
        Sentence(text=official.quote, citations=(0,)),
        Sentence(text="Close it by nine.", citations=(0,), support=Support.STATEMENT),
    ]

    class Lifting(Lantern):
        async def answer(self, question: Any) -> Any:
            async for event in super().answer(question):
                changed = answered(question.text, official, sentences=sentences, answer=" ".join(one.text for one in sentences))
                yield event.model_copy(update={"answer": changed.model_copy(update={"contexts": event.answer.contexts})})

    told = await answers_in(tmp_path, Lifting())
    assert told.rows["r-1"].answer == "Close it by nine."
    assert "nine of the clock" not in (tmp_path / ANSWERS).read_text()


async def test_the_metrics_are_those_reckoned_by_hand(tmp_path: Path, provider: ChatProvider) -> None:
    scores = await scored(tmp_path, judge(provider))
    one, two = (scores.rows[name].scores for name in ("r-1", "r-2"))
    assert one["faithfulness"] == 0.5 and one["context_precision"] == pytest.approx(1)
    assert one["answer_relevancy"] == pytest.approx(1) and cast(float, one["shuffled_relevancy"]) < 0.6
    assert cast(float, two["answer_relevancy"]) < cast(float, two["shuffled_relevancy"]) == pytest.approx(1)
    assert all(body["temperature"] == 0 for body in provider.calls)
    assert read_file(tmp_path / SCORES, Scores) == scores


async def test_scoring_goes_on_where_it_broke_off(tmp_path: Path, provider: ChatProvider) -> None:
    whole = await scored(tmp_path, judge(provider))
    calls = len(provider.calls)
    assert await scored(tmp_path, judge(provider)) == whole and len(provider.calls) == calls
    only_one = whole.model_copy(update={"rows": {"r-1": whole.rows["r-1"]}})
    (tmp_path / SCORES).write_text(only_one.model_dump_json())
    assert await scored(tmp_path, judge(provider)) == whole and calls < len(provider.calls) < 2 * calls


async def test_a_row_that_has_changed_is_answered_and_scored_anew(tmp_path: Path, provider: ChatProvider) -> None:
    answers = await answers_in(tmp_path)
    models, vectors = judge(provider), cast(Any, WordVectors())
    first = await score_rows(ROWS, answers, models, vectors, tmp_path, quiet)
    calls = len(provider.calls)
    mended = [ROWS[0].model_copy(update={"reference": "What the law says."}), ROWS[1]]
    again = await score_rows(mended, answers, models, vectors, tmp_path, quiet)
    assert calls < len(provider.calls) < 2 * calls and again.rows["r-2"] == first.rows["r-2"]
    service, moved = Lantern(), [ROWS[0].model_copy(update={"jurisdiction": "KARNATAKA"}), ROWS[1]]
    await answer_rows(moved, service, LAW, HASH, tmp_path, quiet)
    assert service.asked == [ROWS[0].question]


async def test_a_judge_that_returns_prose_fails_the_metric_and_no_other_row(tmp_path: Path, provider: ChatProvider) -> None:
    provider.behave(says("I think it is rather good.", usage=None))
    scores = await scored(tmp_path, judge(provider))
    assert set(scores.rows["r-1"].why.values()) == {NO_VERDICT} and set(scores.rows["r-1"].scores.values()) == {None}
    assert measure_scores(scores)["ragas_failed"].value == 1.0


async def test_a_judge_that_does_not_answer_is_asked_again_the_next_time(tmp_path: Path, provider: ChatProvider) -> None:
    provider.behave(fails(500))
    gone = await scored(tmp_path, judge(provider))
    assert set(gone.rows["r-1"].why.values()) == {NO_REPLY}
    provider.behave(says(judging, usage=None))
    assert (await scored(tmp_path, judge(provider))).rows["r-1"].why == {}


async def test_not_a_number_is_failed_and_reported_apart(tmp_path: Path, provider: ChatProvider) -> None:
    def no_claims(body: Any) -> str:
        return json.dumps({"statements": []}) if "Break down" in body["messages"][-1]["content"] else judging(body)

    provider.behave(says(no_claims, usage=None))
    scores = await scored(tmp_path, judge(provider))
    assert scores.rows["r-1"].scores["faithfulness"] is None and scores.rows["r-1"].why == {"faithfulness": NOT_A_NUMBER}
    assert not passes(scores.rows["r-1"]) and measure_scores(scores)["ragas_faithfulness"].n == 0
    assert any(NOT_A_NUMBER in line for line in describe(scores))


async def test_recorded_completions_are_found_by_the_prompts_digest_run_after_run(tmp_path: Path) -> None:
    completions: dict[str, str] = {}
    answers = await answers_in(tmp_path)
    for _ in range(4):
        models = RecordedModels(completions)
        scores = await scored(tmp_path, models, answers)
        if not models.missing:
            break
        for prompt in models.missing:
            completions[prompt.digest] = judging({"messages": [{"content": prompt.user}]})
            assert "THE LANTERN ACT, 1950" not in prompt.user and "shall close" not in prompt.user, "plain words alone"
    assert not models.missing and scores.rows["r-1"].scores["faithfulness"] == 0.5


async def test_an_answer_from_nothing_has_nothing_to_judge(tmp_path: Path, provider: ChatProvider) -> None:
    bare = await answers_in(tmp_path, Scripted())
    scores = await scored(tmp_path, judge(provider), bare)
    assert set(scores.rows["r-1"].why.values()) == {NOTHING} and provider.calls == []


def test_the_report_has_each_group_and_what_was_published() -> None:
    good = {"faithfulness": 0.9, "answer_relevancy": 0.9, "shuffled_relevancy": 0.7, "context_precision": 0.5}
    rows = {name: ScoredRow(id=name, group=group, scores=good) for name, group in (("a", "CENTRAL"), ("b", "MULTI"))}
    scores = Scores(answer_hash=HASH, judge="openai/judge", rows=rows)
    told = "\n".join(build_score_table(scores).lines())
    assert all(name in told for name in ("CENTRAL", "MULTI", "all", "(published)")) and "openai/judge" in told
    figures = measure_scores(scores)
    assert figures["ragas_relevancy_margin"].value == pytest.approx(0.2) and figures["ragas_pass"].value == 1
    assert not is_stub(scores) and is_stub(scores.model_copy(update={"judge": "openai/stub"}))
    assert any("no bar to compare with" in line for line in describe(scores))


def test_the_rows_that_ship_are_in_the_groups_of_the_earlier_system() -> None:
    rows = load_rows(EVAL / "ragas" / "rows.yaml", get_registry())
    groups = [one.group for one in rows]
    assert len(rows) == 31 and set(groups) == {"CENTRAL", "MAHARASHTRA", "UTTAR_PRADESH", "KARNATAKA", "TAMIL_NADU", "MULTI"}
    assert all(one.jurisdiction == one.group for one in rows if one.group not in ("CENTRAL", "MULTI"))


@pytest.mark.parametrize(
    ("text", "told"),
    [("[]", "holds no row"), ("- {id: a}", "wrong"), ("- [", "wrong"), ("3", "wrong")],
)
def test_rows_that_cannot_be_used_are_one_sentence(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=told):
        load_rows(path, get_registry())
    with pytest.raises(InputError, match="cannot be read"):
        load_rows(tmp_path / "none.yaml", get_registry())


def test_files_of_another_form_are_refused(tmp_path: Path) -> None:
    path = tmp_path / SCORES
    path.write_text(Scores(form=9, answer_hash=HASH, judge="j").model_dump_json())
    with pytest.raises(InputError, match="form 9"):
        read_file(path, Scores)
    path.write_text("{}")
    with pytest.raises(InputError, match="no such file"):
        read_file(path, Scores)


def test_a_fence_around_json_is_taken_off_and_a_prompt_has_one_digest() -> None:
    assert bare_json('```json\n{"a": 1}\n```') == bare_json('{"a": 1}') == '{"a": 1}'
    assert to_prompt("x").digest == to_prompt("x").digest != to_prompt("y").digest

