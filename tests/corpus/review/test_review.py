"""A changed law puts what was reviewed against it in doubt, item by item; another print of the words does not."""

from __future__ import annotations

from datetime import date

import pytest

from civicsetu.corpus.law_index import HeldLaw, IndexedEdition, IndexedProvision, LawIndex
from civicsetu.corpus.parameters.catalogue import load_parameters
from civicsetu.corpus.review.digest import digest_law
from civicsetu.corpus.review.lock import (
    ReviewLock,
    ReviewState,
    accept,
    list_items,
    parse_lock,
    review,
    write_lock,
)
from civicsetu.corpus.review.texts import IndexTexts
from civicsetu.corpus.review.usable import usable_law
from civicsetu.corpus.statements.catalogue import load_statements
from civicsetu.errors import CorpusError
from civicsetu.law.documents import DocType, EditionKind
from civicsetu.law.parameters import Coverage
from tests.corpus.statements.meadow import BODY, FACTS, KEY, SHUT, edition, edition_of

STATEMENTS = load_statements({f"{KEY}.yaml": SHUT}, edition_of, FACTS)
PARAMETERS = load_parameters(
    {
        "appeal_period.yaml": """parameter: appeal_period
label: Time to appeal
types: [period]
set_by: act
unlisted: refers
values:
  CENTRAL:
    coverage: fixed
    entries:
    - from: 2017-05-01
      period: {length: "60", unit: day, bound: within, starts: copy_of_order_received, side: after}
      provisions: ["rera_act_2016:44(2)"]
      basis: official
      as_printed: 2020-10-26
"""
    }
)
TODAY = date(2026, 11, 22)


def index(
    plain: str = BODY, official: str = "", *, other_print: bool = False, act: str = "Sixty days."
) -> LawIndex:
    def held(kind: EditionKind, body: str) -> IndexedEdition:
        places = {
            str(path): IndexedProvision(str(path), node.kind.value, node.start, node.end, node.body, None)
            for path, node in edition(KEY, body).nodes.items()
        }
        return IndexedEdition(kind.value, kind, body, None, "", "", "", places, {}, another_print=other_print)

    editions = {EditionKind.PLAIN: held(EditionKind.PLAIN, plain)}
    if official:
        editions[EditionKind.OFFICIAL] = held(EditionKind.OFFICIAL, official)
    law = HeldLaw(KEY, "Meadow Act", "Meadow Act", "CENTRAL", DocType.ACT, "", None, editions)
    place = IndexedProvision("44(2)", "subsection", 0, len(act), 0, None)
    of_act = IndexedEdition("a", EditionKind.PLAIN, act, None, "", "", "", {"44(2)": place}, {})
    rera = HeldLaw(
        "rera_act_2016", "Act", "Act", "CENTRAL", DocType.ACT, "", None, {EditionKind.PLAIN: of_act}
    )
    return LawIndex("1", {KEY: law, "rera_act_2016": rera})


def locked(held: LawIndex) -> ReviewLock:
    return accept(list_items(STATEMENTS, PARAMETERS), ReviewLock(), IndexTexts(held), ("a", "b"), TODAY)


OFFICIAL = BODY.replace("must", "shall")


def test_what_was_never_accepted_is_unreviewed() -> None:
    found = review(list_items(STATEMENTS, PARAMETERS), ReviewLock(), IndexTexts(index()))
    assert {one.state for one in found} == {ReviewState.UNREVIEWED}
    assert len(usable_law(index(), STATEMENTS, PARAMETERS, ReviewLock()).statements) == len(STATEMENTS)


def test_the_same_words_in_another_print_are_no_change() -> None:
    lock = locked(index(official=OFFICIAL))
    reset = OFFICIAL.replace(" shall", "\nShall").replace("30", "^1[30]")
    assert usable_law(index(official=reset), STATEMENTS, PARAMETERS, lock).doubts == {}
    assert digest_law("(1) The gate – shut.") == digest_law("The  Gate\nshut")
    assert digest_law("The gate is shut.") != digest_law("The gate is not shut.")


def test_a_changed_official_text_withholds_what_it_carries_and_what_needs_that() -> None:
    lock = locked(index(official=OFFICIAL))
    law = usable_law(index(official=OFFICIAL.replace("15 days", "20 days")), STATEMENTS, PARAMETERS, lock)
    assert set(law.doubts) == {"meadow.1-1.more", "meadow.1-1.shut"}
    assert "1(1) proviso changed" in law.doubts["meadow.1-1.more"]
    assert [one.id for one in law.statements] == ["meadow.1-2.claim", "meadow.2.fee"]


def test_what_is_required_and_withheld_withholds_what_requires_it() -> None:
    law = usable_law(index(BODY.replace("15 days", "fifteen days")), STATEMENTS, PARAMETERS, ReviewLock())
    assert "may not be shown without meadow.1-1.more" in law.doubts["meadow.1-1.shut"]


def test_an_official_text_that_comes_later_is_no_doubt() -> None:
    lock = locked(index())
    assert usable_law(index(official=OFFICIAL), STATEMENTS, PARAMETERS, lock).doubts == {}


def test_another_print_puts_all_of_a_document_in_doubt() -> None:
    lock = locked(index(official=OFFICIAL))
    law = usable_law(index(official=OFFICIAL, other_print=True), STATEMENTS, PARAMETERS, lock)
    assert set(law.doubts) == set(STATEMENTS.by_id)


def test_a_parameter_in_doubt_is_not_given() -> None:
    lock = locked(index())
    fine, changed = (
        usable_law(held, STATEMENTS, PARAMETERS, lock).look_up("appeal_period", "GOA", {}, TODAY)
        for held in (index(), index(act="Ninety days."))
    )
    assert fine.coverage is Coverage.REFERS and fine.entry is not None
    assert (changed.coverage, changed.entry) == (Coverage.IN_DOUBT, None)


def test_what_is_not_held_is_left_out_without_a_doubt() -> None:
    law = usable_law(LawIndex("1", {}), STATEMENTS, PARAMETERS, ReviewLock())
    assert len(law.statements) == 0 and law.doubts == {}


def test_the_lock_is_written_and_read_back() -> None:
    lock = locked(index(official=OFFICIAL))
    assert parse_lock(write_lock(lock)) == lock
    assert parse_lock("") == ReviewLock()
    with pytest.raises(CorpusError, match="line 1, itemz: there is no such key"):
        parse_lock("itemz: {}\n")


def test_the_official_digest_is_kept_where_the_text_is_not_at_hand() -> None:
    before = locked(index(official=OFFICIAL))
    again = accept(list_items(STATEMENTS, PARAMETERS), before, IndexTexts(index()), ("c",), TODAY)
    assert again.items["meadow.2.fee"].official == before.items["meadow.2.fee"].official
    assert again.items["meadow.2.fee"].by == ("c",)
