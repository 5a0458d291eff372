"""Compare states in statements: what they say on the matters asked of, and what no statement tells of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from civicsetu.answering.composing.answer_with_statements import rank_statements
from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.comparing.align_values import Aligner
from civicsetu.answering.composing.comparing.compare_states import (
    ComparedCell,
    ComparedMatter,
    compare_states,
    compare_values,
)
from civicsetu.answering.composing.compose_statements import Margins
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING, COMPARING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved

_MARGINS = Margins(ANSWERING.compared_provision, ANSWERING.compared_section, ANSWERING.compared_elsewhere)


_NAMES_THE_ACT = re.compile(
    r"\b(?:central|centre|parent|national)\b|\bacts?\b|केंद्र|केन्द्र|अधिनियम|कायद|சட்டம்|சட்டத்|ಕಾಯ್ದೆ|ಕಾಯಿದೆ", re.IGNORECASE
)


def asks_to_compare(query: Query, registry: Registry) -> bool:
    """Return whether what is asked names several states, or compares one with the Act.

    A story may pass through a second state without asking of it.
    """
    if len(query.jurisdictions) == 2:
        return query.asking.kind is AskedKind.COMPARE and _NAMES_THE_ACT.search(query.just_asked) is not None
    if len(query.jurisdictions) < 2:
        return False
    is_story = len(query.standalone.split()) >= COMPARING.story_words
    return not is_story or len(query.asking_whole.only_asking.find_states(registry)) > 1


def compare_with_statements(
    query: Query,
    found: Retrieved,
    index: StatementIndex,
    law: LawIndex,
    aligner: Aligner | None = None,
    asker: Asker | None = None,
) -> list[ComparedMatter]:
    """Return what the states asked of say on the same matters; empty where none has statements.

    `asker` is read from the query where none is given. Of several matters named side by side each is compared by itself.
    """
    vectors = found.vectors
    if not query.halves or vectors is None or len(vectors.halves) != len(query.halves):
        return _compare_one(query, found, index, law, aligner, asker)
    compared: list[ComparedMatter] = []
    for text, own in zip(query.halves, vectors.halves, strict=True):
        half = replace(query, standalone=text, sought=text, asked_last="", halves=())
        by_itself = replace(vectors, asked=own.asked, expanded=own.expanded, alone=None, halves=(), likelihoods=None)
        matters = _compare_one(half, replace(found, vectors=by_itself), index, law, aligner)
        compared.append(matters[0] if matters else _nothing_on(text, query.jurisdictions[1:]))
    return list({one.title: one for one in compared}.values())


def _nothing_on(text: str, states: Sequence[str]) -> ComparedMatter:
    """The row of a matter that was asked of and not found, so that it is not passed over without a word."""
    title = text.removeprefix("what is the ")
    return ComparedMatter(f"{title[:1].upper()}{title[1:]}", tuple(ComparedCell(state) for state in states))


def _compare_one(
    query: Query,
    found: Retrieved,
    index: StatementIndex,
    law: LawIndex,
    aligner: Aligner | None = None,
    asker: Asker | None = None,
) -> list[ComparedMatter]:
    ranked = rank_statements(query, found, index, asker)
    by_jurisdiction = {
        code: [one for one in ranked if law.laws[one.held.unit.document].jurisdiction == code]
        for code in query.jurisdictions
    }
    of_all = by_jurisdiction.pop(CENTRAL, []) if len(by_jurisdiction) > 2 else []
    in_own_words = {
        code: own
        for code in by_jurisdiction
        if (own := _without_statements([item for item in found.evidence if item.jurisdiction == code], index))
    }
    keys = aligner.keys_found(in_own_words) if aligner is not None and in_own_words else {}
    if aligner is not None and not any(by_jurisdiction.values()):
        return compare_values(tuple(by_jurisdiction), keys, aligner)
    places = {
        code: [at for at, one in enumerate(index.held) if law.laws[one.unit.document].jurisdiction == code]
        for code in by_jurisdiction
    }
    return compare_states(by_jurisdiction, index, _MARGINS, aligner, of_all, keys, places)


def _without_statements(evidence: Sequence[Evidence], index: StatementIndex) -> list[Evidence]:
    """The provisions found whose law has no statements."""
    return [item for item in evidence if not index.catalogue.of_document(item.document)]


def find_untold(evidence: Sequence[Evidence], index: StatementIndex, *, named: bool) -> list[Evidence]:
    """Return the provisions found that no statement covers: of a law without any, or among a state's best.

    Where a provision is `named`, only what was asked for by number.
    """
    of_state: Counter[str] = Counter()
    untold: list[Evidence] = []
    for item in evidence:
        of_state[item.jurisdiction] += 1
        without = not index.catalogue.of_document(item.document)
        best = of_state[item.jurisdiction] <= COMPARING.untold_provisions and item.unit_id not in index.of_unit
        if item.pinned >= named and (without or best):
            untold.append(item)
    return untold
