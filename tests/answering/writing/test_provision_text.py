"""A provision is shown in our plain words; official ones stand beside them only where they are wanted and short."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.writing.fences import fence, neutralise
from civicsetu.answering.writing.provision_text import find_plain, write_official, write_words
from civicsetu.answering.writing.span_layout import HELD_OFFICIALLY, lay_out
from civicsetu.answering.writing.spans import OfficialWords, SpanRoom, WritersLaw, gather_spans
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.answering.written import SpanKind
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import EditionKind
from tests.answering.composing.mills import ACT, BODY, REGISTRY, found, read, spec
from tests.answering.writing.mill_writing import GRIND, count
from tests.retrieval.lantern_act import index_of

NEVER, ALONE, BESIDE = OfficialWords.NEVER, OfficialWords.ALONE, OfficialWords.BESIDE
OFFICIAL = "THE MILL ACT, 1950\n\n" + (
    BODY.replace("## ", "").replace(".\n\n(1)", ".\n(1)").replace("must grind the corn", "shall cause the corn to be ground")
)
LONG = OFFICIAL.replace("a house in which corn is ground", f"a house {'in which corn is ground, ' * 60}or so")


def both(official: str = OFFICIAL) -> LawIndex:
    return index_of((spec(), EditionKind.PLAIN, BODY), (spec(), EditionKind.OFFICIAL, official))


def official_only() -> LawIndex:
    return index_of((spec(), EditionKind.OFFICIAL, OFFICIAL))


@pytest.mark.parametrize("wanted", [True, False])
def test_official_words_are_shown_only_where_they_are_wanted(wanted: bool) -> None:
    law = WritersLaw(both(), REGISTRY)
    turn = PartTurn(read(GRIND, law.index), found=found(GRIND, (ACT, "1(1)")))
    spans = gather_spans(GRIND, [turn], law, SpanRoom(2_000, count, official=BESIDE if wanted else NEVER))
    [span] = [one for one in spans if one.kind is SpanKind.PROVISION]
    assert "must grind the corn" in span.text and "shall cause" not in span.text
    assert ("shall cause the corn" in span.official) is wanted
    assert ("official words: " in lay_out(spans, law.names)) is wanted


def test_a_long_official_text_is_not_shown() -> None:
    index = both(LONG)
    unit = next(one for one in index.units.values() if one.path == "4")
    assert write_words(unit, find_plain(unit, index) or pytest.fail("no plain words"), ()).endswith("corn is ground.")
    assert write_official(unit, index) == ""
    assert 0 < len(write_official(next(iter(index.units.values())), index)) <= WRITING.official_chars


@pytest.mark.parametrize("wanted", [ALONE, BESIDE, NEVER])
def test_a_provision_held_in_official_words_alone_is_shown_in_these_where_they_are_wanted(wanted: OfficialWords) -> None:
    law = WritersLaw(official_only(), REGISTRY)
    turn = PartTurn(read(GRIND, law.index), found=found(GRIND, (ACT, "1(1)")))
    _, *spans = gather_spans(GRIND, [turn], law, SpanRoom(2_000, count, official=wanted))
    assert [one.kind for one in spans] == [SpanKind.PROVISION] * (wanted is not NEVER)
    for one in spans:
        assert "shall cause the corn" in one.text and one.official == ""
        assert one.passages[0].edition.kind is EditionKind.OFFICIAL
    assert (HELD_OFFICIALLY in lay_out(spans, law.names)) is bool(spans)


def test_a_recorded_writer_is_shown_no_official_words_where_ours_are_held() -> None:
    law = WritersLaw(both(), REGISTRY)
    turn = PartTurn(read(GRIND, law.index), found=found(GRIND, (ACT, "1(1)")))
    laid_out = lay_out(gather_spans(GRIND, [turn], law, SpanRoom(2_000, count, official=ALONE)), law.names)
    assert "must grind the corn" in laid_out and "shall cause" not in laid_out and HELD_OFFICIALLY not in laid_out


@given(st.text(alphabet=st.sampled_from("<>law\n\r\u200b\x00 a"), max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_text_closes_its_fence(text: str) -> None:
    told = fence("law", text)
    assert told.count("<<<") == told.count(">>>") == 1
    assert told.startswith("<<<law\n") and told.endswith("\nlaw>>>")
    assert neutralise(neutralise(text)) == neutralise(text)
