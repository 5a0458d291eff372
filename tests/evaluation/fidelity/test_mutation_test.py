from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path

import pytest

from civicsetu.corpus.read import read_official, read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.errors import NotThisLaw
from civicsetu.evaluation.fidelity.check import Checker
from civicsetu.evaluation.fidelity.exceptions import read_exceptions
from civicsetu.evaluation.fidelity.mutation_test import Fault, FaultKind, Planter, build_table, propose_faults
from tests.claims.given import law, official, plain, restated
from tests.corpus.laws import meadow

THEIRS = (
    law("(1) The promoter shall pay the allottee ten rupees under section 2.", "Provided that the Authority may not wait."),
    law("The allottee shall return, within five days, the rakes of the promoter.", number=2),
)  # fmt: skip
OURS = (
    law("(1) The promoter (builder) must pay the allottee (buyer) 10 rupees under section 2.", "Proviso: The Authority may not wait."),
    law("The allottee must return the promoter's rakes within 5 days.", number=2),
)  # fmt: skip


def _planted(kind: FaultKind, seed: int = 1) -> list[Fault]:
    return [propose(random.Random(seed)) for propose in propose_faults(plain(*OURS, of=2), kind)]


def test_every_place_is_a_place_once() -> None:
    said = {kind: [fault.before for fault in _planted(kind)] for kind in FaultKind}
    assert said[FaultKind.NUMBER] == ["10", "5"]
    assert said[FaultKind.DUTY] == ["must", "may", "must"]
    assert sorted(said[FaultKind.NEGATION]) == ["must", "must", "not"]
    assert said[FaultKind.PARTY] == [
        "promoter (builder)",
        "allottee (buyer)",
        "Authority",
        "allottee",
        "promoter's",
    ]
    assert said[FaultKind.REFERENCE] == ["2"]
    assert [before.split(":")[0] for before in said[FaultKind.PROVISO]] == ["Proviso"]


@pytest.mark.parametrize("kind", list(FaultKind))
def test_a_fault_changes_its_place_and_nothing_else(kind: FaultKind) -> None:
    tree = plain(*OURS, of=2)
    for seed in range(5):
        for fault in _planted(kind, seed):
            assert fault.kind is kind and fault.before != fault.after
            assert tree.text[fault.start : fault.end] == fault.before


def test_a_party_is_swapped_with_number_gloss_and_possessive() -> None:
    after = [fault.after for fault in _planted(FaultKind.PARTY)]
    assert after[:2] == ["allottee (buyer)", "promoter (builder)"] and after[3:] == ["promoter", "allottee's"]


def _planter() -> Planter:
    checker = Checker(official(*THEIRS), meadow("1-2"))
    return Planter(checker, plain(*OURS, of=2), meadow("1-2"), STARTER, ())


def test_the_share_of_each_kind_is_even_and_the_seed_repeats_it() -> None:
    outcomes = _planter().plant(60, 3)
    assert Counter(outcome.fault.kind for outcome in outcomes) == dict.fromkeys(FaultKind, 10)
    assert outcomes == _planter().plant(60, 3) != _planter().plant(60, 4)


def test_the_table_tells_each_kind_and_what_was_missed() -> None:
    outcomes = _planter().plant(60, 3)
    lines = build_table(outcomes)
    assert lines[0].split() == ["kind", "planted", "caught", "share"]
    assert next(line for line in lines if line.startswith("number changed")).split()[2:] == [
        "10",
        "10",
        "100.0%",
    ]
    assert len([line for line in lines if "missed:" in line]) == sum(
        not outcome.caught for outcome in outcomes
    )


# -- what ships ------------------------------------------------------------------------------------------


FIRST, *OTHERS = restated()
EACH = pytest.mark.parametrize(
    "planter", [FIRST, *(pytest.param(key, marks=pytest.mark.long) for key in OTHERS)], indirect=True, scope="module"
)
"""The Act always, the rules made under it in the long run."""


@pytest.fixture(scope="module")
def planter(corpus_dir: Path, request: pytest.FixtureRequest) -> Planter:
    return shipped(request.param, corpus_dir)


def shipped(key: str, folder: Path) -> Planter:
    spec = get_registry().get_document(key)
    source = read_starter(spec)
    assert source is not None
    checker = Checker(read_official(spec, folder).divide(), spec)
    return Planter(checker, source.divide(), spec, STARTER, read_exceptions(key))


@EACH
@pytest.mark.parametrize(
    ("count", "seed"), [(60, 7), pytest.param(120, 7, marks=pytest.mark.long), *(pytest.param(300, seed, marks=pytest.mark.long) for seed in (7, 11, 23))]
)
def test_of_faults_planted_nearly_all_are_caught(planter: Planter, count: int, seed: int) -> None:
    """Processor time is bound, so that a busy machine does not count: a minute for three hundred."""
    started = time.process_time()
    outcomes = planter.plant(count, seed)
    assert time.process_time() - started < count / 5
    caught = Counter(outcome.fault.kind for outcome in outcomes if outcome.caught)
    assert caught.total() >= 0.95 * count, build_table(outcomes)
    assert all(caught[kind] >= 0.88 * count / len(FaultKind) for kind in FaultKind), build_table(outcomes)


@EACH
@pytest.mark.parametrize("count", [2, pytest.param(18, marks=pytest.mark.long)])
def test_checking_the_section_touched_equals_checking_the_whole(planter: Planter, count: int) -> None:
    """One fault of each kind, or three."""
    spec, text = planter._spec, planter._plain.text
    exceptions = read_exceptions(spec.key)
    for outcome in planter.plant(count, 5):
        fault = outcome.fault
        changed = text[: fault.start] + fault.after + text[fault.end :]
        try:
            tree = divide(changed, spec, STARTER, whole=False)
            whole = not planter._checker.check(tree, exceptions).passed
        except NotThisLaw:
            whole = True
        assert whole == outcome.caught, outcome
