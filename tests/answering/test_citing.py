"""A citation is the exact place of its sentence, and is checked again before it is shown."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import pytest

from civicsetu.answering.citing import cite, is_supported
from civicsetu.answering.compose import Lifted
from civicsetu.answering.composing.statement_index import StatementHeld, build_statement_index
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.plain_editions import divide_plain_edition
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.statements.catalogue import load_statements
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.law.answers import Support
from civicsetu.law.documents import CommencementPeriod, DocumentSpec, EditionKind
from civicsetu.law.sentences import split_sentences, to_one_line
from tests.answering.composing import mills
from tests.answering.composing.mills import Embedder, whitening
from tests.corpus.statements.meadow import FACTS
from tests.retrieval.lantern_act import ACT, OFFICIAL, PLAIN, index_of, spec

PERIODS = (
    CommencementPeriod(provisions="1-3", date=date(1951, 4, 1)),
    CommencementPeriod(provisions="4", date=date(1952, 1, 1), uncertain="Two dates are printed."),
)


def registry(*documents: DocumentSpec) -> Registry:
    return Registry({document.key: document for document in documents}, {})


def everything(index: LawIndex, kind: EditionKind | None = None) -> list[Lifted]:
    """Every sentence of every unit, in each edition or in one."""
    return [
        Lifted(unit, edition, place, span)
        for unit in index.units.values()
        for edition, place in index.editions_of(unit)
        if kind in (None, edition.kind)
        for span in split_sentences(edition.body, place.start, place.end)
    ]


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def test_every_quote_is_the_text_of_the_edition_at_its_span(index: LawIndex) -> None:
    lifted = everything(index)
    sentences, citations = cite(lifted, index, registry(spec()))
    assert len(sentences) == len(citations) == len(lifted) > 20
    bodies = {EditionKind.PLAIN: PLAIN, EditionKind.OFFICIAL: OFFICIAL}
    for number, (sentence, citation) in enumerate(zip(sentences, citations, strict=True)):
        assert bodies[citation.edition][citation.start : citation.end] == citation.quote
        assert sentence.text == to_one_line(citation.quote)
        assert sentence.citations == (number,)
        assert sentence.support is Support.VERBATIM
        held = index.laws[ACT].editions[citation.edition]
        assert citation.edition_id == UUID(held.edition_id)
        place = held.places[citation.provision]
        assert place.start <= citation.start and citation.end <= place.end
        span = next((start, end) for start, end, chunk in held.chunks if UUID(chunk) == citation.chunk_id)
        assert span[0] <= citation.start < span[1]


def test_every_sentence_of_both_editions_can_be_verified(index: LawIndex) -> None:
    """Official sentences run over lines: they are compared as they are shown, or none could be told."""
    for kind in EditionKind:
        sentences, citations = cite(everything(index, kind), index, registry(spec()))
        assert [sentence.text for sentence in sentences if not is_supported(sentence, citations, index)] == [], (
            kind
        )


def test_a_citation_names_the_innermost_provision_and_its_unit(index: LawIndex) -> None:
    by_text = {
        sentence.text: citation
        for sentence, citation in zip(*cite(everything(index), index, registry(spec())), strict=True)
    }
    clause = by_text["One case is that the lantern hangs in a field."]
    assert (clause.name, clause.provision, clause.section_id) == ("[Lantern Act s.3(1)(a)]", "3(1)(a)", "3(1)")
    assert clause.title == "Closing of lanterns." and clause.url == "https://example.org/lanterns"
    assert by_text["No lantern is closed on a feast day."].provision == "3(1) proviso"
    assert by_text["The Lantern Ordinance is hereby repealed."].edition is EditionKind.OFFICIAL


def test_it_says_whether_the_official_text_is_held_too(index: LawIndex) -> None:
    _, citations = cite(everything(index), index, registry(spec()))
    assert all(citation.also_official is (citation.edition is EditionKind.PLAIN) for citation in citations)
    only_plain = index_of((spec(), EditionKind.PLAIN, PLAIN))
    _, alone = cite(everything(only_plain), only_plain, registry(spec()))
    assert not any(citation.also_official for citation in alone)


def test_dates_of_commencement_come_from_the_registry(index: LawIndex) -> None:
    _, citations = cite(everything(index), index, registry(spec(commencement=PERIODS)))
    of = {citation.provision: (citation.effective_date, citation.effective_note) for citation in citations}
    assert of["3(1)(a)"] == (date(1951, 4, 1), "")
    assert of["4"] == (date(1952, 1, 1), "Two dates are printed.")
    assert of["5"] == (None, "")
    assert {citation.effective_date for citation in cite(everything(index), index, registry())[1]} == {None}


def test_a_sentence_whose_edition_was_replaced_is_not_verified(index: LawIndex) -> None:
    sentences, citations = cite(everything(index, EditionKind.PLAIN), index, registry(spec()))
    newer = index_of((spec(), EditionKind.PLAIN, PLAIN.replace("9 p.m.", "8 p.m.")), version="2")
    assert not any(is_supported(sentence, citations, newer) for sentence in sentences)


def test_a_sentence_whose_law_or_edition_is_gone_is_not_verified(index: LawIndex) -> None:
    sentences, citations = cite(everything(index, EditionKind.PLAIN), index, registry(spec()))
    only_official = index_of((spec(), EditionKind.OFFICIAL, OFFICIAL))
    nothing = LawIndex("0", {})
    for gone in (only_official, nothing):
        assert not any(is_supported(sentence, citations, gone) for sentence in sentences)


def test_a_quote_or_a_sentence_that_is_not_there_is_not_verified(index: LawIndex) -> None:
    [sentence, *_], citations = cite(everything(index, EditionKind.PLAIN), index, registry(spec()))
    assert is_supported(sentence, citations, index)
    moved = citations[0].model_copy(update={"start": citations[0].start + 1, "end": citations[0].end + 1})
    other = citations[0].model_copy(update={"quote": "Other words."})
    assert not is_supported(sentence, [moved], index)
    assert not is_supported(sentence, [other], index)
    assert not is_supported(
        sentence.model_copy(update={"text": "The keeper may do as he likes."}), citations, index
    )
    assert not is_supported(sentence.model_copy(update={"citations": ()}), citations, index)


# statements

APART = """law: lantern_act_1950
statements:
- id: lantern.3-1.close
  says: A keeper, who holds the key, must close the lantern by 9 p.m.
  kind: duty
  holder: anyone
  provisions: ["3(1)", "2(b)"]
  passages: ["The keeper must close … every day", "A keeper (watchman) is … of a lantern"]
"""


async def two_passages(held: LawIndex) -> StatementHeld:
    """A statement that the section and the definition carry together."""
    edition = divide_plain_edition(spec(), divide(PLAIN, spec(), STARTER, whole=False))
    statements = load_statements({f"{ACT}.yaml": APART}, {ACT: edition}.get, FACTS)
    [one] = (await build_statement_index(statements, {}, held, Embedder(), whitening())).held
    return one


async def test_a_statement_of_two_passages_cites_both(index: LawIndex) -> None:
    one = await two_passages(index)
    lifted = everything(index, EditionKind.PLAIN)[0]
    sentences, citations = cite([lifted, one], index, registry(spec()))
    assert [sentence.citations for sentence in sentences] == [(0,), (1, 2)]
    assert sentences[1].support is Support.STATEMENT and sentences[1].text == one.statement.says
    assert [citation.provision for citation in citations[1:]] == ["3(1)", "2(b)"]
    assert all(PLAIN[citation.start : citation.end] == citation.quote for citation in citations)
    assert is_supported(sentences[1], citations, index), "its words need not stand there"
    verbatim = sentences[1].model_copy(update={"support": Support.VERBATIM})
    assert not is_supported(verbatim, citations, index)


@pytest.mark.parametrize(
    ("before", "after"), [("every day", "each day"), ("holds the key", "has the key"), ("Rs. 20", "Rs. 30")]
)
async def test_a_statement_is_not_supported_where_a_passage_of_it_changed(
    index: LawIndex, before: str, after: str
) -> None:
    """Also where only the edition is another: then nothing is known of its words."""
    sentences, citations = cite([await two_passages(index)], index, registry(spec()))
    newer = index_of((spec(), EditionKind.PLAIN, PLAIN.replace(before, after)), version="2")
    assert not is_supported(sentences[0], citations, newer)
    moved = citations[1].model_copy(update={"quote": "Other words."})
    assert not is_supported(sentences[0], [citations[0], moved], index), "one of both is not enough"


async def test_a_statement_names_itself_and_what_it_is_a_condition_of_or_fills() -> None:
    held = mills.law()
    mill = await mills.index_with(held)
    said = [mill.get(one) for one in ("mill.1-1.grind", "mill.1-1.more", "north.1.fee", "north.1.when")]
    sentences, _ = cite([one for one in said if one], held, mills.REGISTRY)
    joined = [(one.statement, one.condition_of, one.fills) for one in sentences]
    assert joined == [
        ("mill.1-1.grind", (), ()),
        ("mill.1-1.more", ("mill.1-1.grind",), ()),
        ("north.1.fee", (), ("mill.2.fee",)),
        ("north.1.when", ("north.1.fee",), ()),
    ]
    [alone], _ = cite([said[1]] if said[1] else [], held, mills.REGISTRY)
    assert alone.condition_of == (), "the rule is not said with it"
