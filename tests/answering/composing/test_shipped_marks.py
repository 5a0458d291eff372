"""The marks that ship change an answer: an echo is left out, and a rule comes before what is a footnote to it."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from civicsetu.answering.composing import ranking
from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.compose_statements import Limits, Margins, compose_statements
from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import StatementIndex, build_statement_index
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.law.documents import EditionKind
from civicsetu.query.asking import AskedKind
from tests.answering.composing.mills import Embedder, names, whitening
from tests.retrieval.lantern_act import index_of

ACT = "rera_act_2016"
LIMITS = Limits(3, -1.6, Margins(1.5, 0.5, 0.1), 0.8)


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    """The statements of the Act as they ship, by its plain edition."""
    body = files("civicsetu.corpus").joinpath("data", "starter", f"{ACT}.md").read_text("utf-8")
    law = index_of((get_registry().documents[ACT], EditionKind.PLAIN, body))
    return await build_statement_index(get_statements(), {}, law, Embedder(), whitening())


def without(index: StatementIndex, mark: str) -> StatementIndex:
    """The same statements without that mark."""
    bare = (replace(one, statement=replace(one.statement, **{mark: ()})) for one in index.held)
    return replace(index, held=tuple(bare))


def said(index: StatementIndex, *ids: str) -> list[str]:
    """What an answer says of these, nearly as likely as each other, the likeliest first."""
    held = [one for name in ids if (one := index.get(name)) is not None]
    assert len(held) == len(ids), "they ship"
    ranked = [Ranked(one, 1.0 - at / 20) for at, one in enumerate(held)]
    return names(compose_statements(ranked, index, AskedKind.OTHER, (ACT,), LIMITS))


async def test_an_echo_that_ships_is_not_said_after_what_it_echoes(index: StatementIndex) -> None:
    area, balcony = "act.2-k.carpet-area", "act.2-k.balcony"
    assert said(index, area, balcony) == [area]
    assert said(without(index, "echoes"), area, balcony) == [area, balcony]


async def test_a_footnote_that_ships_comes_after_its_rule(index: StatementIndex) -> None:
    notice, reply = "act.7-2.notice", "act.7-2.reply"
    assert said(index, reply, notice)[:2] == [notice, reply]
    assert said(without(index, "qualifies"), reply, notice)[0] == reply


async def test_that_an_advance_is_not_forbidden_is_no_answer_where_the_project_is_unregistered(index: StatementIndex) -> None:
    allowed = index.get("act.13-1.up-to")
    assert allowed is not None

    def fits(**facts: str) -> bool:
        return ranking._fits_asker(allowed, Asker(AskedKind.MAY, None, frozenset(), facts))

    assert fits() and fits(project="registered") and not fits(project="unregistered")
