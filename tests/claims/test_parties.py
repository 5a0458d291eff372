from __future__ import annotations

import pytest

from civicsetu.claims.parties import get_parties, parse_parties
from civicsetu.errors import CorpusError
from tests.claims.given import found


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


def test_two_that_share_their_last_word_are_two() -> None:
    assert _named("the State or Central Government") == ["State Government", "Central Government"]
    assert _named("state and the central Government") == ["State Government", "Central Government"]
    assert _named("the allottee or Central Government") == ["allottee", "Central Government"]
    theirs = "It is paid to the State or Central Government."
    assert found(theirs, "It is paid to the State Government or the Central Government.") == set()
    assert found(theirs, "It is paid to the Central Government.") != set()


def test_what_is_joined_to_a_party_has_its_part() -> None:
    theirs = (
        "The hay of the Authority or Appellate Tribunal, as the case may be, shall be mown by the promoter."
    )
    ours = "The promoter must mow the Authority's or the Appellate Tribunal's hay, whichever applies."
    assert found(theirs, ours) == set()


def test_banks_of_two_sorts_are_two() -> None:
    theirs = "The promoter shall draw it on any scheduled Bank or a co-operative Bank."
    assert found(theirs, "The promoter must draw it on a co-operative bank or any scheduled bank.") == set()
    assert found(theirs, "The promoter must draw it on a nationalised bank or any scheduled bank.") != set()


def test_respectively_may_be_said_in_two_sentences() -> None:
    theirs = "Hay and straw go to the State Government or the Central Government{}."
    ours = "Hay goes to the State Government. Straw goes to the Central Government."
    row = ("party", "State Government + Central Government")
    assert row not in found(theirs.format(" respectively"), ours)
    assert row in found(theirs.format(""), ours)


def test_a_gloss_may_be_in_the_possessive() -> None:
    theirs = "The hay of a promoter shall be mown."
    assert found(theirs, "A promoter's (builder's) hay must be mown.") == set()
    assert found(theirs, "A promoter's (buyer's) hay must be mown.") == {("party", "promoter (buyer's)")}
