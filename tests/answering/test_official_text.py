"""The official text of the Act beside our restatement: asked by number, taken in twice, refused when corrupted."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.read import load_arrangement
from civicsetu.corpus.setup import ingest_official, ingest_starters
from civicsetu.errors import CorpusError, NotThisLaw, SourceMissing
from civicsetu.law.answers import AnswerKind, Citation, Support
from civicsetu.law.documents import EditionKind
from civicsetu.law.sentences import to_one_line
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.settings import Settings
from civicsetu.web.chat.provision_cards import MAX_BYTES, Card, build_card_props
from tests.command_line import CommandLine
from tests.holding import ACT, LATE, answer_of, body_of, quiet, rows_of

HELD = """
    select 'chunk ' || chunk_id::text as id from legal_chunks
    union all select 'provision ' || provision_id::text from provisions
    union all select 'edition ' || edition_id::text || coalesce(held_until::text, ' now') from editions
    union all select 'node ' || node_id::text from structure
    union all select 'removal ' || edition_id::text || ' ' || at_char || ' ' || text from removals
    union all select 'reference ' || source_path || ' ' || target_path || ' ' || start_char from provision_references
    order by 1
"""
CURRENT = (
    "join editions e using (edition_id) join documents d on d.doc_id = e.doc_id "
    "where e.held_until is null and e.law_until is null"
)


@pytest.fixture(scope="module")
async def whole(both: Settings) -> AsyncIterator[AnsweringService]:
    """The service on both editions."""
    opened = await AnsweringService.open(both)
    assert await opened.wait_for_graph(90)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def text_of_act(corpus_dir: Path) -> str:
    return (corpus_dir / ACT / "text.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("question", "provision", "unit"),
    [
        ("section 13", "13(1)", "13(1)"),
        ("s. 66", "66", "66"),
        ("4(2)(l)(D)", "4(2)(l)(D)", "4(2)"),
        ("section 15", "15(1)", "15(1)"),
        ("section 52", "52", "52"),
        ("section 76", "76(1)", "76(1)"),
        ("section 83", "83(1)", "83(1)"),
        ("What does section 92 say?", "92", "92"),
    ],
)
async def test_a_provision_asked_for_by_number_comes_first(
    whole: AnsweringService, question: str, provision: str, unit: str
) -> None:
    answer = await answer_of(whole, question)
    assert answer.kind is AnswerKind.ANSWER
    assert answer.citations[0].provision.startswith(provision)
    assert (answer.contexts[0].provision, answer.contexts[0].pinned) == (unit, True)


@pytest.mark.long
async def test_every_section_of_the_act_can_be_asked_for(whole: AnsweringService) -> None:
    wrong = []
    for number in range(1, 93):
        answer = await answer_of(whole, f"section {number}")
        cited = answer.citations[0].provision if answer.citations else answer.kind.value
        if not re.fullmatch(rf"{number}(\D.*)?", cited):
            wrong.append((number, cited))
    assert wrong == []


async def test_what_is_held_in_plain_words_is_quoted_in_them_and_said_to_be_official_too(
    whole: AnsweringService,
) -> None:
    for question in (LATE, "section 13", "section 52", "section 83", "4(2)(l)(D)"):
        answer = await answer_of(whole, question)
        for sentence in answer.sentences:
            citation = answer.citations[sentence.citations[0]]
            body = await body_of(whole, citation.edition_id)
            assert body[citation.start : citation.end] == citation.quote
            if sentence.support is Support.VERBATIM:
                assert sentence.text == to_one_line(citation.quote)
            assert citation.edition is EditionKind.PLAIN and citation.also_official


async def test_two_editions_of_a_provision_are_one_piece_of_evidence(whole: AnsweringService) -> None:
    found = await whole._retriever.retrieve(RetrievalPlan(LATE, documents=(ACT,)))
    provisions = [item.provision for item in found.evidence]
    assert len(provisions) == len(set(provisions)) and "18(1)" in provisions
    editions = await rows_of(
        whole,
        "select section_id, count(distinct edition_id) as editions from legal_chunks "
        "where chunk_id = any(cast(:ids as uuid[])) group by section_id",
        ids=[chunk for item in found.evidence for chunk in item.chunk_ids],
    )
    both = {row["section_id"] for row in editions if row["editions"] == 2}
    assert both and both <= set(provisions), "chunks of both editions stand behind one piece of evidence"


async def test_section_211_is_still_not_there(whole: AnsweringService) -> None:
    answer = await answer_of(whole, "What does section 211 say?")
    assert answer.kind is AnswerKind.ABSTAIN and "sections 1 to 92" in answer.answer


@pytest.mark.parametrize("version", ["as_enacted", "consolidated"])
async def test_all_ninety_two_sections_are_held_under_their_own_headings(
    whole: AnsweringService, version: str
) -> None:
    rows = await rows_of(
        whole,
        "select distinct s.path, s.title from structure s join editions e using (edition_id) "
        "where e.version = :version and s.kind = 'section'",
        version=version,
    )
    assert {row["path"]: letters(row["title"]) for row in rows} == {
        number: letters(heading) for number, heading in load_arrangement(ACT).items()
    }
    assert len(rows) == 92


def letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


async def test_taking_a_text_in_again_changes_nothing(
    whole: AnsweringService, both: Settings, corpus_dir: Path
) -> None:
    before = await rows_of(whole, HELD)
    enacted, consolidated = await ingest_official(both, corpus_dir, [ACT], quiet)
    [starter] = await ingest_starters(both, quiet, [ACT])
    assert (enacted.changed, consolidated.changed, starter.changed) == (False, False, False)
    assert consolidated.sections == 92 and consolidated.units > 200 and consolidated.unresolved == ()
    assert await rows_of(whole, HELD) == before


async def test_the_same_texts_have_the_same_ids_on_another_machine(
    whole: AnsweringService, service: AnsweringService
) -> None:
    query = (
        "select c.chunk_id::text, c.section_id from legal_chunks c join editions e using (edition_id) "
        "where e.edition = 'plain' order by 1"
    )
    assert await rows_of(whole, query) == await rows_of(service, query)


def _without_a_section(text: str) -> str:
    start = text.index("\n66. Penalty for failure to comply") + 1
    return text[:start] + text[text.index("\n67. ") + 1 :]


def _with_a_section_twice(text: str) -> str:
    start, end = text.index("\n52. Vacancies.") + 1, text.index("\n53. ") + 1
    return text[:end] + text[start:end] + text[end:]


def _with_another_heading(text: str) -> str:
    return text.replace("52. Vacancies.", "52. Holidays.", 1)


CORRUPTED: dict[str, tuple[Callable[[str], str], str]] = {
    "a section is missing": (_without_a_section, "66"),
    "a section stands twice": (_with_a_section_twice, "52"),
    "another heading": (_with_another_heading, "52"),
    "another law": (lambda text: text.replace("REAL", "IMAGINARY").replace("Real", "Imaginary"), "title"),
    "cut short": (lambda text: text[: len(text) // 2], "section"),
    "empty": (lambda text: "", "empty"),
    "a web page": (lambda text: "<html><body>404 Not Found</body></html>", "not a text file"),
}


NOT_THE_LAW = ("a section is missing", "another law", "a web page")
"""One of each kind: not whole, not this law, no law."""


@pytest.mark.parametrize(
    "name", [*NOT_THE_LAW, *(pytest.param(one, marks=pytest.mark.long) for one in CORRUPTED if one not in NOT_THE_LAW)]
)
async def test_a_corrupted_file_is_refused_and_what_was_held_stays(
    whole: AnsweringService, both: Settings, text_of_act: str, tmp_path: Path, name: str
) -> None:
    corrupt, told = CORRUPTED[name]
    (tmp_path / ACT).mkdir()
    (tmp_path / ACT / "text.txt").write_text(corrupt(text_of_act), "utf-8")
    before = await rows_of(whole, HELD)
    with pytest.raises(CorpusError) as refused:
        await ingest_official(both, tmp_path, [ACT], quiet)
    assert isinstance(refused.value, NotThisLaw)
    message = refused.value.user_message
    assert told in message and "\n" not in message and str(tmp_path) not in message
    assert await rows_of(whole, HELD) == before


async def test_a_file_that_is_not_text_or_not_there_is_refused(both: Settings, tmp_path: Path) -> None:
    async def refused(folder: Path) -> Any:
        with pytest.raises(CorpusError) as caught:
            await ingest_official(both, folder, [ACT], quiet)
        return caught.value

    assert isinstance(await refused(tmp_path / "absent"), SourceMissing)
    assert isinstance(await refused(tmp_path), SourceMissing)
    (tmp_path / "text.txt").write_bytes(b"\x89PNG\x0d\x0a\xff\xfe")
    assert isinstance(await refused(tmp_path), NotThisLaw)


async def test_an_earlier_version_is_held_and_never_found(whole: AnsweringService) -> None:
    rows = await rows_of(
        whole,
        "select e.version, e.law_until, count(c.chunk_id) as chunks from editions e "
        "left join legal_chunks c using (edition_id) where e.edition = 'official' group by 1, 2 order by 1",
    )
    assert [(row["version"], row["law_until"]) for row in rows] == [
        ("as_enacted", date(2016, 10, 28)), ("consolidated", None),
    ]  # fmt: skip
    assert rows[0]["chunks"] == 0 < rows[1]["chunks"]
    [enacted] = await rows_of(whole, "select edition_id from editions where version = 'as_enacted'")
    for question in (LATE, "section 31(2)", "section 17(2)", "What does section 84 say?", "section 85"):
        for given in ({}, {"as_on": date(2016, 6, 1)}):
            answer = await answer_of(whole, question, **given)
            assert all(citation.edition_id != enacted["edition_id"] for citation in answer.citations)
            assert "85(2)(g)" not in {context.provision for context in answer.contexts}


@pytest.mark.parametrize(
    ("provision", "until"),
    [
        ("17(2)", date(2016, 10, 28)),
        ("31(2)", date(2016, 10, 28)),
        ("84(2)", date(2016, 10, 28)),
        ("85(2)", date(2016, 10, 28)),
        ("2(g)", date(2020, 3, 18)),
        ("86(2)", date(2020, 10, 26)),
    ],
)
async def test_a_changed_provision_is_shown_with_its_cause_and_how_it_read(
    whole: AnsweringService, provision: str, until: date
) -> None:
    for edition in ("plain", "official"):
        view = await whole.read_provision(ACT, provision, edition)
        [earlier] = view.earlier
        assert (earlier.label, earlier.law_until) == ("As enacted in 2016", until)
        assert earlier.page is not None and earlier.text != view.text
        assert view.changes[0].date == until and view.changes[0].number.startswith("S.O. ")


async def test_an_unchanged_provision_is_shown_alone(whole: AnsweringService) -> None:
    for provision in ("18(1)", "13(1)", "1", "92"):
        view = await whole.read_provision(ACT, provision)
        assert view.earlier == ()
        assert bool(view.changes) is (provision == "1")


@pytest.mark.long
async def test_every_panel_stays_small(whole: AnsweringService) -> None:
    index = await whole._retriever.index()
    sizes = {}
    for unit in index.units.values():
        law = index.laws[unit.document]
        views = [await whole.read_provision(law.key, unit.path, kind) for kind in law.editions]
        cited = Citation.model_validate(
            views[0].model_dump(include={"document", "document_title", "provision", "title", "jurisdiction"})
            | {"name": f"[{law.short_title} {unit.path}]", "section_id": unit.path, "edition": views[0].edition,
               "start": 0, "end": 20, "quote": views[0].text[:20], "edition_id": UUID(int=1),
               "chunk_id": UUID(int=2)}
        )  # fmt: skip
        props = build_card_props(Card(cited.name, law.key, unit.path, [cited]), views)
        sizes[f"{law.key} {unit.path}"] = len(json.dumps(props).encode())
    assert {law.key for law in index.laws.values()} == {name.split()[0] for name in sizes}
    assert max(sizes.values()) <= MAX_BYTES, max(sizes, key=lambda path: sizes[path])


async def test_the_graph_holds_what_postgres_holds(whole: AnsweringService) -> None:
    graph = whole._graph.get_graph()
    assert graph is not None
    for document in await whole.list_documents():
        counts = await graph.counts(document.key)
        of_it = f"{CURRENT} and d.key = '{document.key}'"
        [row] = await rows_of(
            whole, f"select count(distinct s.provision_id) as provisions from structure s {of_it}"
        )
        [pairs] = await rows_of(
            whole,
            "select count(distinct (s.source_id, s.target_id)) as n "
            f"from provision_references s {of_it} and s.target_id is not null",
        )
        assert counts["sections"] == row["provisions"]
        assert counts["references"] == pairs["n"]


# -- as a person types it, here since no other test needs both editions --------------------------------


def test_open_finds_each_version_of_the_official_text(both: Settings, tmp_path: Path) -> None:
    run = CommandLine(both, tmp_path)

    def opened(*arguments: str) -> list[dict[str, Any]]:
        return list(json.loads(run.here("open", ACT, *arguments, "--json").stdout))

    [now], [then] = opened("17(2) proviso"), opened("17(2) proviso", "--version", "as_enacted")
    [named] = opened("17(2) proviso", "--version", "consolidated")
    assert now == named and now["id"] == then["id"]
    assert (now["version"], then["version"]) == ("Consolidated text", "As enacted in 2016")
    assert now["page"] is None and then["page"] > 1 and now["text"] != then["text"]
    on_page = opened("--page", str(then["page"]), "--version", "as_enacted")
    assert "17(2) proviso" in {one["provision"] for one in on_page}
    assert opened("--offset", str(then["start"]), "--version", "as_enacted") == [then]
    assert f"page {then['page']}" in run.here("open", ACT, "17(2) proviso", "--version", "as_enacted").stdout
    assert "Nothing stands there" in run.refused_here("open", ACT, "--page", "99", "--version", "as_enacted")
    assert "Nothing stands there" in run.refused_here("open", ACT, "85(2)(g)")
    assert opened("85(2)(g)", "--version", "as_enacted")


@pytest.mark.long
def test_taking_the_official_texts_in_again_names_both_versions(
    both: Settings, corpus_dir: Path, tmp_path: Path
) -> None:
    told = CommandLine(both, tmp_path).here("ingest", ACT, "--from", str(corpus_dir)).stdout
    for version in ("official, as enacted in 2016", "official, consolidated text"):
        assert f"({version}): held already, nothing changed" in told
