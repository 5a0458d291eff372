"""The statements of the law held: where they stand, what is left out, and when they are built anew."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from civicsetu.answering.composing import library
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.corpus.statements.asked_questions import AskedQuestion
from civicsetu.corpus.statements.catalogue import StatementCatalogue
from civicsetu.corpus.statements.yes_no_rules import get_yes_no_conditions, get_yes_no_rules
from civicsetu.errors import ModelError
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import provision_id
from civicsetu.lexicon.romanised_hindi import gloss
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import InputType
from tests.answering.composing.mill_rules import RULES
from tests.answering.composing.mills import (
    ACT,
    ACT_STATEMENTS,
    BODY,
    SOUTH,
    STATEMENTS,
    Embedder,
    catalogue,
    found,
    index_of,
    index_with,
    law,
    names,
    spec,
    vector,
    whitening,
)
from tests.models.test_late_interaction import build_late, states


async def test_each_statement_stands_where_the_edition_says_it() -> None:
    index = await index_with()
    assert names(index.held) == [one.id for one in catalogue()], "in the order of the files"
    for one in index.held:
        [passage] = one.passages
        assert passage.edition.body[passage.start : passage.end] == one.statement.passages[0].text
        at = index.place[one.statement.id]
        assert at in index.of_unit[one.unit.unit_id] and index.get(one.statement.id) is one
    assert index.get("mill.9.none") is None


async def test_a_statement_whose_passage_the_edition_no_longer_has_is_left_out() -> None:
    changed = law("2", **{ACT: BODY.replace("9 per cent a year", "10 per cent a year")})
    index = await index_with(changed)
    assert index.get("mill.1-2.claim") is None
    assert str(provision_id(ACT, "1(2)")) not in index.of_unit
    assert len(index.held) == len(catalogue()) - 1 == len(index.near) == len(index.centres)


async def test_a_passage_that_moved_is_found_where_it_stands_now() -> None:
    longer = law("2", **{ACT: BODY.replace("## 1. Grinding.", "## 1. Grinding of all corn.")})
    index = await index_with(longer)
    assert len(index.held) == len(catalogue())
    [passage] = index.held[0].passages
    assert passage.edition.body[passage.start : passage.end].startswith("The promoter (miller) must")


async def test_what_may_not_be_shown_without_a_statement_goes_with_it() -> None:
    """Without the sentence on the 15 days, "within 30 days" would be wrong."""
    index = await index_with(law("2", **{ACT: BODY.replace("15 days more", "20 days more")}))
    assert index.get("mill.1-1.more") is None and index.get("mill.1-1.grind") is None
    assert index.get("mill.1-2.claim") is not None


async def test_a_statement_is_as_near_as_the_nearest_question_of_people_that_it_leads() -> None:
    """Each lead of a question counts; a question whose leads are not held is not compared."""
    asked = (
        AskedQuestion(text="corn not ground since may", lead=("mill.1-1.grind", "mill.1-2.claim")),
        AskedQuestion(text="what is the fee", lead=("mill.2.fee",)),
        AskedQuestion(text="corn, corn", lead=("mill.9.none",)),
    )
    index = await index_with(compared=asked)
    own = index.whiten_question(vector("corn not ground since may"))
    near = dict(zip(names(index.held), index.nearest_asked_by_people(own).tolist(), strict=True))
    assert near["mill.1-1.grind"] == near["mill.1-2.claim"] == pytest.approx(1.0)
    assert near["mill.2.fee"] == pytest.approx(float(own @ index.whiten_question(vector("what is the fee"))), abs=1e-6)
    assert np.isnan(near["mill.4.mill"]) and len(index.compared.whitened) == 2


async def test_questions_of_people_in_romanised_hindi_are_embedded_as_their_gloss() -> None:
    typed = "kya corn wapas milega, paisa nahi"
    index = await index_with(compared=(AskedQuestion(text=typed, lead=("mill.2.fee",)),))
    assert index.compared.whitened[0].tolist() == pytest.approx(index.whiten_question(vector(gloss(typed))).tolist(), abs=1e-6)
    assert gloss(typed) != typed == index.compared.asked[0].text


async def test_with_no_questions_of_people_nothing_is_known() -> None:
    index = await index_with()
    near = index.nearest_asked_by_people(index.whiten_question(vector("corn")))
    assert len(near) == len(index.held) and np.isnan(near).all()


async def test_of_laws_that_are_not_held_there_are_no_statements() -> None:
    only_act = index_of((spec(), EditionKind.PLAIN, BODY))
    assert {one.statement.law for one in (await index_with(only_act)).held} == {ACT}
    nothing = await index_with(index_of((spec(SOUTH), EditionKind.OFFICIAL, "1. Fee.\nNone.\n")))
    assert nothing.held == () and nothing.near.shape == (0, 96)


async def test_the_centre_lies_between_a_statement_and_its_questions() -> None:
    said = ACT_STATEMENTS.split("says: ")[1].split("\n")[0]
    asked = "until when is my corn ground"
    plain, index = await index_with(), await index_with(questions={"mill.1-1.grind": [asked]})
    middle = vector(said) + vector(asked)
    assert index.centres[0] == pytest.approx(middle / np.linalg.norm(middle), abs=1e-5)
    assert index.centres[1:] == pytest.approx(plain.centres[1:]), "others are as they were"
    assert np.linalg.norm(index.centres, axis=1) == pytest.approx(1)


async def test_the_nearest_question_of_a_statement_counts_and_where_it_has_none_the_statement() -> None:
    near, far = "until when is my corn ground", "may a goose be sold"
    index = await index_with(questions={"mill.1-1.grind": [far, near]})
    told = index.nearest_question(index.whiten_question(vector(near)))
    assert told[0] == pytest.approx(1, abs=1e-5)
    assert told[1:] == pytest.approx(index.centres[1:] @ vector(near), abs=1e-5)
    without = await index_with()
    assert without.nearest_question(vector(near)) == pytest.approx(without.centres @ vector(near), abs=1e-5)


class Failing(Embedder):
    async def embed_passages(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        self.calls += 1
        raise ModelError("gone", user_message="Gone.")


@pytest.fixture(autouse=True)
def ships(monkeypatch: pytest.MonkeyPatch) -> None:
    def statements() -> StatementCatalogue:
        return catalogue(STATEMENTS)

    nothing = ParameterCatalogue({})
    monkeypatch.setattr(library, "usable_law", lambda law: UsableLaw(statements(), nothing, {}))
    monkeypatch.setattr(library, "get_statements", statements)
    monkeypatch.setattr(library, "get_statement_questions", dict)
    monkeypatch.setattr(library, "get_compared_questions", lambda: (AskedQuestion(text="corn, when", lead=("mill.1-1.grind",)),))


async def test_the_library_builds_once_for_each_version_of_the_law() -> None:
    embedder = Embedder()
    built = StatementLibrary(embedder, whitening())
    first, second = await asyncio.gather(built.index(law()), built.index(law()))
    assert first is second is await built.index(law()) and embedder.calls == 1
    assert first is not None and first.compared.asks.tolist() == [[0, first.place["mill.1-1.grind"]]], "with what people asked"
    newer = await built.index(law("2"))
    assert newer is not first and newer is not None and newer.version == "2" and embedder.calls == 2


def test_the_library_gives_the_rules_it_was_given_and_else_those_that_ship() -> None:
    assert StatementLibrary(Embedder(), whitening(), RULES).rules is RULES
    shipped = StatementLibrary(Embedder(), whitening())
    assert (shipped.rules, shipped.conditions) == (get_yes_no_rules(), get_yes_no_conditions())
    assert StatementLibrary(Embedder(), whitening(), rules=()).conditions == {}


async def test_where_they_cannot_be_embedded_there_are_none_and_it_is_tried_again() -> None:
    embedder = Failing()
    built = StatementLibrary(embedder, whitening())
    assert await built.index(law()) is None
    assert await built.index(law()) is None and embedder.calls == 2


class Tokens:
    """Gives the same states of tokens for every text; None where the model gives none."""

    def __init__(self, states: Floats | None) -> None:
        self.states, self.asked = states, list[str]()

    async def embed_tokens(self, text: str, purpose: InputType = InputType.QUERY) -> Floats:
        self.asked.append(text)
        if self.states is None:
            raise ModelError("no states")
        return self.states


async def test_what_was_found_is_given_the_likelihood_of_each_text() -> None:
    late, tokens = build_late(), Tokens(states(4))
    built = StatementLibrary(Embedder(), whitening(), late=late, tokens=tokens)
    told = await built.with_likelihoods(found("who grinds", (ACT, "1(1)")), "who grinds the corn")
    assert told.vectors is not None and told.vectors.likelihoods is not None
    assert told.vectors.likelihoods.tolist() == late.log_likelihoods(states(4)).tolist()
    await built.with_likelihoods(found("who grinds", (ACT, "1(1)")), "kya corn wapas milega")
    assert tokens.asked == ["who grinds the corn", "whether corn back will get"], "romanised Hindi is glossed"


async def test_without_states_of_tokens_it_is_left_as_it_was() -> None:
    before = found("who grinds", (ACT, "1(1)"))
    unread = StatementLibrary(Embedder(), whitening(), late=build_late(), tokens=Tokens(None))
    assert await unread.with_likelihoods(before, "who grinds") is before
    assert await StatementLibrary(Embedder(), whitening(), late=build_late()).with_likelihoods(before, "who") is before
