"""The fidelity check over what ships: read both editions, check, and plant faults to measure the check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from civicsetu.corpus.read import SourceText, read_official, read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import InputError
from civicsetu.evaluation.fidelity.check import Checker
from civicsetu.evaluation.fidelity.exceptions import read_exceptions
from civicsetu.evaluation.fidelity.fidelity_report import FidelityReport
from civicsetu.evaluation.fidelity.mutation_test import Planter, build_table


def check_starters(folder: Path, keys: Sequence[str] | None) -> list[FidelityReport]:
    """Return a report for each document that ships a restatement and has an official text in the registry, or
    for those named.

    Raises:
        UnknownDocument, SourceMissing, NotThisLaw, CorpusError, InputError: told in one sentence.
    """
    return [
        Checker(read_official(starter.spec, folder).divide(), starter.spec).check(
            starter.divide(), read_exceptions(starter.spec.key)
        )
        for starter in _starters(keys)
    ]


def plant_faults(folder: Path, keys: Sequence[str] | None, count: int, seed: int) -> Iterator[list[str]]:
    """Yield for each document a table of the faults planted and caught."""
    for starter in _starters(keys):
        checker = Checker(read_official(starter.spec, folder).divide(), starter.spec)
        exceptions = read_exceptions(starter.spec.key)
        planter = Planter(checker, starter.divide(), starter.spec, starter.profile, exceptions)
        yield [f"{starter.spec.key}, seed {seed}", *build_table(planter.plant(count, seed))]


def _starters(keys: Sequence[str] | None) -> list[SourceText]:
    registry = get_registry()
    every = [spec for spec in registry.documents.values() if spec.official]
    specs = [registry.get_document(key) for key in keys] if keys else every
    starters = [starter for spec in specs if (starter := read_starter(spec)) is not None]
    missing = [spec.key for spec in specs if keys and read_starter(spec) is None]
    if missing or not starters:
        message = f"There is no restatement of {', '.join(missing)}." if missing else "No restatement ships."
        raise InputError(user_message=message)
    return starters
