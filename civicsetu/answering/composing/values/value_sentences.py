"""Say the value of a parameter in a sentence of its own, for a state whose rules nobody has told in statements.

A sentence names its state, every cell that differs and each condition of its entries. What has no words here, or
is built in a way that they do not cover, is not said: the law's own sentence stands in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.answering.composing.values.fixed_values import EntrySaid, locate_entry
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.parameter_shapes import Formula, Period, Scale, Share
from civicsetu.law.parameters import Parameter, ParameterEntry
from civicsetu.law.statements import parse_document_path
from civicsetu.yaml_data import load_words

_BOUNDS = {"within": "within ", "at_least": "at least ", "up_to": "at most ", "exactly": ""}
_TIMES = {Decimal(2): "twice"}
_FRACTIONS = {"1/2": "half"}
_LAKH, _THOUSAND = 100_000, 1_000


@dataclass(frozen=True, slots=True)
class CellValue:
    """The entry that holds for one cell of a parameter's axes."""

    cell: Mapping[str, str]
    entry: ParameterEntry


def describe_values(
    parameter: Parameter, values: Sequence[CellValue], state: str, law: LawIndex
) -> EntrySaid | None:
    """Return the sentence of these cells with the provisions that carry them; None where it cannot be said whole."""
    template = get_value_words()["sentences"].get(parameter.parameter)
    value = describe_cells(values)
    passages = {id(one.entry): locate_entry(one.entry, law) for one in values}
    if template is None or value is None or None in passages.values():
        return None
    conditions = dict.fromkeys(condition for one in values for condition in _conditions(one.entry, law))
    said = " ".join([template.format(state=state, value=value), *conditions])
    carried = {
        (passage.unit.unit_id, passage.start): passage for found in passages.values() for passage in found or ()
    }
    return EntrySaid(said, tuple(carried.values()))


def describe_cells(values: Sequence[CellValue]) -> str | None:
    """Return the values of a state's cells, those alike together; None where one of them has no words."""
    texts = [describe_entry(one.entry) for one in values]
    if not values or None in texts:
        return None
    told: dict[str, list[str]] = {}
    for one, text in zip(values, texts, strict=True):
        told.setdefault(text or "", []).append(name_cell(one.cell))
    if values[0].entry.scale is not None:
        return "; ".join(f"{_join(cells)}, {text}" for text, cells in told.items())
    return ", ".join(f"{text} {_join(cells)}".rstrip() for text, cells in told.items())


def _conditions(entry: ParameterEntry, law: LawIndex) -> Iterator[str]:
    """What is told with an entry: its conditions, and where another law says otherwise what that says."""
    yield from entry.requires
    if entry.conflict is not None:
        place = parse_document_path(entry.conflict.provision)
        other = law.laws.get(place.document)
        name = f"The {other.short_title}, {other.doc_type.provision_noun}" if other else "Another law, provision"
        yield f"{name} {place.path}, says otherwise: {entry.conflict.says}"


def describe_rupees(amount: Decimal) -> str:
    """Return '25,000 rupees' or '2 lakh 50 thousand rupees': the sum as people say it."""
    if amount < _LAKH or amount % _THOUSAND:
        return f"{amount:,.0f} rupees"
    lakhs, rest = divmod(int(amount), _LAKH)
    return f"{lakhs} lakh{f' {rest // _THOUSAND} thousand' if rest else ''} rupees"


@lru_cache(maxsize=1)
def get_value_words() -> Mapping[str, Mapping[str, str]]:
    """Return the words that ship, by group."""
    text = files("civicsetu.answering.composing.values").joinpath("value_sentences.yaml").read_text("utf-8")
    return TypeAdapter(dict[str, dict[str, str]]).validate_python(load_words(text))


def _join(cells: Collection[str]) -> str:
    """'for an individual', 'at first and at each renewal'; empty where a cell needs no words."""
    return "" if "" in cells else " and ".join(cells)


def name_cell(cell: Mapping[str, str]) -> str:
    """Return the words for a cell of a parameter's axes: 'before the RERA authority'."""
    words = get_value_words()["cells"]
    return " ".join(words.get(f"{axis}.{value}", value.replace("_", " ")) for axis, value in cell.items()).strip()


def describe_entry(entry: ParameterEntry) -> str | None:
    """Return the value of an entry without its state; None where there are no words for it."""
    if entry.value is not None and entry.bound == "exactly" and entry.per is None:
        return describe_rupees(entry.value)
    if entry.form is not None:
        return f"Form {entry.form.name}"
    if entry.period is not None:
        return _period(entry.period)
    if entry.share is not None:
        return _share(entry.share)
    if entry.formula is not None:
        return _formula(entry.formula)
    return _scale(entry.scale) if entry.scale is not None else _manner(entry)


def _period(period: Period) -> str | None:
    words = get_value_words()["events"]
    length = period.length
    if length is None or period.bound not in _BOUNDS or period.extend is not None:
        return None
    time = f"{_BOUNDS[period.bound]}{length:f} {period.unit}{'' if length == 1 else 's'}"
    if period.bound == "exactly":
        return time
    event = words.get(period.starts or "")
    return f"{time} {period.side} {event}" if event else None


def _share(share: Share) -> str | None:
    of = get_value_words()["shares_of"].get(share.of)
    if of is None or share.or_sum == "as_prescribed" or share.in_proportion_to is not None:
        return None
    if share.part is not None:
        return "nothing" if share.part == "none" else None
    if share.percent is not None:
        part: str | None = f"{share.percent:f} % of {of}"
    elif share.times is not None:
        part = f"{_TIMES[share.times]} {of}" if share.times in _TIMES else None
    else:
        part = f"{_FRACTIONS[share.fraction]} {of}" if share.fraction in _FRACTIONS else None
    if part is None or share.bound == "at_least":
        return None
    part = f"up to {part}" if share.bound == "up_to" else part
    if share.or_sum is None:
        return part
    more = "more" if share.which == "higher" else "less"
    return f"{part} or {describe_rupees(Decimal(share.or_sum))}, whichever is {more}"


def _formula(formula: Formula) -> str | None:
    name = get_value_words()["rates"].get(formula.base.index)
    if name is None or formula.agreed_rate is not None:
        return None
    highest = "highest " if formula.base.which == "highest" else ""
    rate = f"the State Bank of India's {highest}{name} plus {formula.plus:f} %"
    if formula.fallback is None:
        return rate
    if formula.fallback.index != "sbi_benchmark_lending_rate" or formula.fallback.when != "sbi_mclr_not_in_use":
        return None
    return f"{rate} (while the MCLR is not in use, a benchmark lending rate of that bank replaces it)"


def _scale(scale: Scale) -> str | None:
    """'10 rupees per square metre of land on at most 1,000 square metres, 15 rupees on more, at most 7 lakh rupees in all'."""
    if scale.applies_to != "whole" or len(scale.brackets) > 2:
        return None
    parts = []
    for at, bracket in enumerate(scale.brackets):
        each = bracket.each or scale.each or Decimal(1)
        unit = "square metre" if each == 1 else f"{each:,.0f} square metres"
        part = " or part of them" if "stated" in (bracket.part_counts_whole, scale.part_counts_whole) else ""
        size = f" on at most {bracket.up_to:,.0f} square metres" if bracket.up_to is not None else " on more"
        size = size if len(scale.brackets) > 1 else ""
        parts.append(f"{describe_rupees(bracket.rate)} per {unit}{part}{'' if at else ' of land'}{size}")
    if scale.floor_total is not None:
        parts.append(f"at least {describe_rupees(scale.floor_total)} in all")
    if scale.cap_total is not None:
        parts.append(f"at most {describe_rupees(scale.cap_total)} in all")
    return ", ".join(parts)


def _manner(entry: ParameterEntry) -> str | None:
    """'like arrears of land revenue, under the Lamp Code, by the district Collector'; None where a part has no words."""
    words, manner = get_value_words(), entry.manner
    if manner is None or manner.else_ is not None:
        return None
    parts = [words["manners"].get(manner.as_)]
    if manner.under is not None:
        parts.append(words["under"].get(manner.under))
    if manner.by is not None:
        parts.append(words["recovered_by"].get(manner.by))
    return None if len(parts) == 1 or None in parts else ", ".join(part for part in parts if part)
