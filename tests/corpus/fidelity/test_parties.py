from __future__ import annotations

import pytest

from civicsetu.corpus.fidelity.parties import get_parties, parse_parties
from civicsetu.errors import CorpusError

from .given import found


def _named(text: str) -> list[str]:
    return [mention.party for mention in get_parties().mentions(text)]


def test_the_longest_name_is_read() -> None:
    assert _named("the association of allottees, the allottees' association and the allottee") == [
        "association of allottees", "association of allottees", "allottee",
    ]  # fmt: skip
    assert _named("the Appellate Tribunal, a local authority and the Authority") == [
        "Appellate Tribunal", "local authority", "Authority",
    ]  # fmt: skip
    assert _named("an authority, a governmental promotership") == []


def test_possessives_and_glosses_belong_to_the_mention() -> None:
    mention, other = get_parties().mentions("the promoter's hay and promoters (builders)")
    assert mention.owns and mention.gloss == ""
    assert other.gloss == "builders" and not other.owns


@pytest.mark.parametrize(
    "text",
    ["parties: [a]", "parties: {a: {forms: [x]}}", "parties: {a: {forms: [x], gloss: [], like: k, colour: red}}",
     "parties: {a: {forms: [x], gloss: [], like: k}, b: {forms: [x], gloss: [], like: k}}", "- nothing", "parties: {"],
)  # fmt: skip
def test_a_wrong_list_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(CorpusError) as refused:
        parse_parties(text)
    assert refused.value.user_message.startswith("The list of parties cannot be read: ")


def test_a_party_lost_or_added_is_found() -> None:
    theirs = "The promoter shall show the hay to the allottee."
    assert found(theirs, "The promoter must show the allottee the hay.") == set()
    assert ("party", "allottee") in found(theirs, "The promoter must show the hay.")
    assert ("party", "Authority") in found(
        theirs, "The promoter must show the allottee and the Authority the hay."
    )


def test_a_party_of_the_lead_may_be_named_again() -> None:
    theirs = ("(1) The promoter shall,—", "(a) mow;", "(b) rake.")
    ours = ("(1) The promoter must do this:", "(a) The promoter must mow.", "(b) The promoter must rake.")
    assert found(theirs, ours) == set()
    swapped = (*ours[:2], "(b) The allottee must rake.")
    assert ("party", "allottee") in found(theirs, swapped)


def test_a_gloss_must_be_that_partys() -> None:
    theirs = "The promoter shall mow."
    assert found(theirs, "The promoter (builder) must mow.") == set()
    assert found(theirs, "The promoter (buyer) must mow.") == {("party", "promoter (buyer)")}


def test_a_row_names_each_party_once_and_joins_whom_the_law_joins() -> None:
    theirs = "The promoter, the allottee or the real estate agent shall be heard by the Authority."
    ours = "The Authority must hear any promoter, {} or real estate agent."
    assert found(theirs, ours.format("allottee")) == set()
    assert ("party", "promoter + promoter + real estate agent") in found(theirs, ours.format("promoter"))


def test_a_general_name_stands_for_one_of_its_kind_only() -> None:
    theirs = "The State Government may lend such sums as that Government thinks fit."
    assert (
        found(theirs, "The State Government may lend the sums that the State Government thinks fit.") == set()
    )
    assert ("party", "Government") in found("The Government may lend.", "The State Government may lend.")


TURNED = (
    "The promoter shall pay the allottee interest on hay sold late. The allottee shall return to the promoter "
    "the rakes lent for a summer."
)


@pytest.mark.parametrize(
    ("ours", "right"),
    [
        ("The promoter must pay the allottee interest on late hay. The allottee must give the promoter back rakes lent for a summer.", True),
        ("The allottee must pay the allottee interest on late hay. The allottee must give the promoter back rakes lent for a summer.", False),
        ("The promoter must pay the allottee interest on late hay. The promoter must give the promoter back rakes lent for a summer.", False),
        ("The allottee must pay the promoter interest on late hay. The promoter must give the allottee back rakes lent for a summer.", False),
    ],
)  # fmt: skip
def test_who_does_what_to_whom(ours: str, right: bool) -> None:
    assert (found(TURNED, ours) == set()) is right


def test_a_pronoun_of_the_law_counts_for_whom_it_may_mean() -> None:
    theirs = "If the promoter fails to mow, he shall pay the fine to the Authority."
    assert (
        found(theirs, "If the promoter fails to mow, the promoter must pay the Authority the fine.") == set()
    )
