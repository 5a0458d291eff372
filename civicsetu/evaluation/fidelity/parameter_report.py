"""The check of parameters against the text of the provisions that carry them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel

from civicsetu.claims.parameter_check import check_entry
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue, get_parameters, load_parameters
from civicsetu.corpus.plain_editions import get_plain_edition
from civicsetu.corpus.read import read_official
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CorpusError, InputError
from civicsetu.law.parameters import ParameterEntry
from civicsetu.law.statements import DocumentPath

TextOf = Callable[[DocumentPath], tuple[str, ...]]
"""The words of a provision in each edition at hand; empty where there is none."""


@dataclass(frozen=True)
class ParameterReport:
    """Entries compared, those with no text at hand, and what differs: parameter, jurisdiction, sentence."""

    compared: int
    not_at_hand: int
    secondary: int
    findings: tuple[tuple[str, str, str], ...]

    @property
    def passed(self) -> bool:
        return self.compared > 0 and not self.findings

    def lines(self) -> list[str]:
        """Return the report for a person: the figures, then a line each."""
        return [
            f"{self.compared} entries compared with their provisions, {self.not_at_hand} without a text at hand, "
            f"{self.secondary} from public sources only; {len(self.findings)} differences",
            *(f"  {parameter} | {state} | {sentence}" for parameter, state, sentence in self.findings),
        ]


def check_parameters(catalogue: ParameterCatalogue, text_of: TextOf) -> ParameterReport:
    """Compare every entry with each edition of its provisions that is at hand."""
    compared = missing = secondary = 0
    findings = []
    for name, state, entry in list_entries(catalogue):
        if not entry.carriers:
            secondary += 1
            continue
        texts = _editions(entry, text_of)
        compared += bool(texts)
        missing += not texts
        findings += [(name, state, told) for text in texts for told in check_entry(entry, text)]
    return ParameterReport(compared, missing, secondary, tuple(dict.fromkeys(findings)))


def list_entries(catalogue: ParameterCatalogue) -> Iterator[tuple[str, str, ParameterEntry]]:
    """Yield every entry with its parameter and jurisdiction."""
    for parameter in catalogue:
        for state, holding in parameter.values.items():
            for entry in holding.entries:
                yield parameter.parameter, state, entry


def plant_parameter_faults(
    catalogue: ParameterCatalogue, text_of: TextOf, count: int, seed: int
) -> tuple[int, int, list[str]]:
    """Change one figure of an entry at a time; returns how many were planted, how many caught, and the missed."""
    chance = random.Random(seed)
    places = [
        (name, state, entry, texts, path)
        for name, state, entry in list_entries(catalogue)
        if entry.carriers and (texts := _editions(entry, text_of))
        for path in _figures(entry, ())
    ]
    chosen = chance.sample(places, min(count, len(places)))
    caught, missed = 0, []
    for name, state, entry, texts, path in chosen:
        changed = _changed(entry, path, chance)
        seen = any(set(check_entry(changed, text)) != set(check_entry(entry, text)) for text in texts)
        caught += seen
        if not seen:
            missed.append(f"{name} | {state} | {'.'.join(map(str, path))}")
    return len(chosen), caught, missed


def _editions(entry: ParameterEntry, text_of: TextOf) -> list[str]:
    """The joined words of its provisions, once for each edition that has them all."""
    each = [text_of(carrier) for carrier in entry.carriers]
    return ["\n".join(texts) for texts in zip(*each, strict=False)] if all(each) else []


def _figures(model: BaseModel, place: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, Decimal) and name not in ("each", "times"):
            yield (*place, name)
        elif isinstance(value, BaseModel) and name != "conflict":
            yield from _figures(value, (*place, name))
        elif isinstance(value, tuple):
            for at, one in enumerate(value):
                if isinstance(one, BaseModel):
                    yield from _figures(one, (*place, name, at))


def _changed(entry: ParameterEntry, path: tuple[str | int, ...], chance: random.Random) -> ParameterEntry:
    """The entry with one figure changed; nothing is validated, so that any fault can be planted."""
    name, *rest = path
    return entry.model_copy(update={str(name): _change(getattr(entry, str(name)), rest, chance)})


def _change(value: object, path: list[str | int], chance: random.Random) -> object:
    if isinstance(value, Decimal):
        others = (value + 1, value * 2, value * 10, value + 10, value - 1)
        return chance.choice([other for other in others if other > 0])
    first, *rest = path
    if isinstance(value, tuple):
        return tuple(_change(one, rest, chance) if at == first else one for at, one in enumerate(value))
    assert isinstance(value, BaseModel)
    return value.model_copy(update={str(first): _change(getattr(value, str(first)), rest, chance)})


def make_text_of(folder: Path | None = None) -> TextOf:
    """Return what reads a provision in the plain edition and, with a folder of official files, in the official."""

    @lru_cache(maxsize=64)
    def official(document: str) -> dict[str, str]:
        if folder is None:
            return {}
        try:
            tree = read_official(get_registry().get_document(document), folder).divide()
        except CorpusError:
            return {}
        return {str(node.path): tree.text_of(node) for node in tree.root.walk() if node.path is not None}

    def text_of(place: DocumentPath) -> tuple[str, ...]:
        plain = get_plain_edition(place.document)
        texts = [plain.text_of(place.path)] if plain is not None and place.path in plain.nodes else []
        printed = official(place.document).get(str(place.path))
        return (*texts, printed) if printed else tuple(texts)

    return text_of


def load_parameters_checked(folder: Path | None = None) -> ParameterCatalogue:
    """Return the parameters that ship, or those of a folder of files being written.

    Raises:
        CorpusError: a file is wrong; file, line and field are named.
        InputError: there is no such folder.
    """
    if folder is None:
        return get_parameters()
    if not folder.is_dir():
        message = f"There is no folder {folder}."
        raise InputError(user_message=message)
    return load_parameters({path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.yaml"))})
