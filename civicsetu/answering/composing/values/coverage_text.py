"""Write in a sentence why a state's figure is missing, or when the print it comes from was made."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from urllib.parse import urlsplit

from civicsetu.answering.composing.values.fixed_values import ValueSaid
from civicsetu.answering.composing.values.value_sentences import describe_entry, name_cell
from civicsetu.law.parameters import Coverage, JurisdictionValues, Parameter, ParameterEntry, ParameterLookup

_NOT_CHECKED = "The rule itself is not held here: check first."
_A_CLAUSE = re.compile(r"(?:How|When|What|Who|From)\b")
_OF_SEVERAL = re.compile(r"(?:Highest )?\w+s of\b|\w+ penalties\b")


def describe_lacking(
    lacking: Sequence[tuple[Parameter, ParameterLookup]], state: str, as_on: datetime.date
) -> str:
    """Return why these parameters of a state are missing, a sentence for each reason."""
    reasons: dict[str, list[Parameter]] = {}
    for parameter, lookup in lacking:
        reasons.setdefault(_reason(lookup, as_on), []).append(parameter)
    return " ".join(
        reason.format(state=state, rule=_rule(parameters), subject=_subject(parameters))
        for reason, parameters in reasons.items()
    )


def describe_lacking_and_seen(
    lacking: Sequence[tuple[Parameter, ParameterLookup]],
    state: str,
    as_on: datetime.date,
    before: Mapping[str, str] = MappingProxyType({}),
    *,
    with_check: bool = True,
) -> str:
    """Return what is known of these though no provision held carries it, as whose it is, and why the others are missing.

    It is for people to read, who are told to ask before they pay; nothing may be written from it as law. What stands `before` it
    of a cell (forum: authority) is not said again, nor that it is to be checked where the next sentence says where.
    """
    seen = {parameter.parameter: list(_known_otherwise(lookup, as_on, before)) for parameter, lookup in lacking}
    unseen = [(parameter, lookup) for parameter, lookup in lacking if not seen[parameter.parameter]]
    if len(unseen) == len(lacking):
        return describe_lacking(lacking, state, as_on)
    whose = {f"{state}'s rules, as printed, say that": True, f"Public pages say that in {state},": False}
    known = {
        source: [
            told
            for parameter, _ in lacking
            for told in _as_pages_say(
                parameter, [one for one in seen[parameter.parameter] if bool(one[0].carriers) is printed]
            )
        ]
        for source, printed in whose.items()
    }
    pages = " ".join(f"{source} {'; '.join(dict.fromkeys(told))}." for source, told in known.items() if told)
    rest = describe_lacking(unseen, state, as_on) if unseen else ""
    return " ".join(text for text in (pages, _NOT_CHECKED if with_check else "", rest) if text)


def is_seen(lacking: Sequence[tuple[Parameter, ParameterLookup]], as_on: datetime.date) -> bool:
    """Return whether the state's own print or public pages give any of these, though the provision is not held."""
    return any(next(_known_otherwise(lookup, as_on, {}), None) is not None for _, lookup in lacking)


def _as_pages_say(parameter: Parameter, seen: Sequence[tuple[ParameterEntry, str]]) -> Iterator[str]:
    """The matter and its values, with the month in which public pages gave them: no sentence of law, for it cites none."""
    by_month: dict[str, list[str]] = {}
    for entry, text in seen:
        by_month.setdefault(_seen_in(entry), []).append(text)
    says = ":" if _A_CLAUSE.match(parameter.label) else " are" if _OF_SEVERAL.match(parameter.label) else " is"
    for month, texts in by_month.items():
        yield f"{_name(parameter)}{says} {', '.join(dict.fromkeys(texts))} ({month})"


def _known_otherwise(
    lookup: ParameterLookup, as_on: datetime.date, before: Mapping[str, str]
) -> Iterator[tuple[ParameterEntry, str]]:
    """The entries that no provision held carries, each in words: of public pages alone, or of a print that is not held.

    A value that was held back is none of them: its provision has to say it.
    """
    entries = lookup.holding.entries if isinstance(lookup.holding, JurisdictionValues) else ()
    for entry in entries:
        of_pages = entry.basis == "secondary" and not entry.carriers
        of_print = bool(entry.carriers) and lookup.coverage is not Coverage.IN_DOUBT
        if (of_pages or of_print) and entry.holds_on(as_on):
            text = describe_entry(entry)
            if text is not None and not entry.requires:
                single = {axis: values[0] for axis, values in entry.when.items() if len(values) == 1}
                cell = {axis: value for axis, value in single.items() if before.get(axis) != value}
                yield entry, f"{text} {name_cell(cell)}".rstrip()


def _seen_in(entry: ParameterEntry) -> str:
    """The month of the latest page that was opened."""
    day = entry.as_printed if isinstance(entry.as_printed, datetime.date) else entry.read_on
    return f"{day:%B %Y}" if day is not None else "undated"


def _reason(lookup: ParameterLookup, as_on: datetime.date) -> str:
    """The sentence for a look-up that gave no entry that can be cited."""
    if lookup.none_then:
        return f"On {_written(as_on)} {{state}}'s rules had not set {{subject}} yet."
    if isinstance(lookup.holding, JurisdictionValues) and lookup.holding.misprinted:
        return "{state}'s {rule} not held here: the copy at hand is misprinted."
    return {
        Coverage.SILENT: "The rules of {state} that are held were read whole and do not set {subject}.",
        Coverage.NOT_READ: "{state}'s {rule} not read for this yet.",
        Coverage.NOT_APPLICABLE: "{state}'s rules have no need to set {subject}.",
        Coverage.IN_DOUBT: "{state}'s {rule} not told here: its text differs from the one that was checked.",
    }.get(lookup.coverage, "{state}'s {rule} not held here.")


def find_official_place(lacking: Sequence[tuple[Parameter, ParameterLookup]]) -> str:
    """Return the site where a figure that is not held can be looked up; empty where none is named."""
    places = (lookup.holding.official_place for _, lookup in lacking if lookup.holding)
    return next((urlsplit(place).netloc for place in places if place), "")


def _rule(parameters: Sequence[Parameter]) -> str:
    told = [f"{'says' if _A_CLAUSE.match(one.label) else 'sets'} {_name(one)}" for one in parameters]
    if len(parameters) == 1:
        return f"rule that {told[0]} is"
    return f"rules on {_subject(parameters)} are"


def _subject(parameters: Sequence[Parameter]) -> str:
    names = [_name(one) for one in parameters]
    heads, tails = zip(*(name.partition(" of ")[::2] for name in names), strict=True)
    if len(names) > 1 and tails[0] and len(set(tails)) == 1:
        names = [*heads[:-1], f"{heads[-1].removeprefix('the ')} of {tails[0]}"]
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _name(parameter: Parameter) -> str:
    """Its label as it stands inside a sentence."""
    label = parameter.label[0].lower() + parameter.label[1:]
    return label if _A_CLAUSE.match(parameter.label) else f"the {label}"


def describe_print(values: Sequence[ValueSaid], as_on: datetime.date | None, *, brief: bool = False) -> str:
    """Return the note on the print date of fees and rates that nobody confirmed since; empty where none is stated.

    `brief` is for a cell of a table.
    """
    sums = [one for one in values if _is_sum(one) and one.entry.confirmed_on is None]
    if not sums:
        return ""
    noun = "rate" if all(one.entry.formula is not None for one in sums) else "fee"
    later = [one.entry for one in sums if as_on is not None and not one.entry.holds_on(as_on)]
    if later and as_on is not None:
        since = max(one.from_ for one in later)
        return f"What the {noun} was on {_written(as_on)} is not held here; this one is known from {_written(since)} on."
    days = [one.entry.as_printed for one in sums if isinstance(one.entry.as_printed, datetime.date)]
    if not days:
        return f"It is not known as of which day the {noun} was printed."
    printed = "as public pages gave it" if all(one.entry.basis == "secondary" for one in sums) else "as printed"
    if brief:
        return f"({printed[0].upper()}{printed[1:]} in {min(days):%B %Y}, not confirmed since.)"
    tail = ", so ask before you pay" if noun == "fee" else ""
    return f"The {noun} is {printed} in {min(days):%B %Y}; later changes were not checked{tail}."


def _is_sum(value: ValueSaid) -> bool:
    """Whether it is a fee or a rate that a state's rules set."""
    entry, parameter = value.entry, value.parameter
    in_money = parameter.unit == "INR" and entry.shape in ("value", "scale")
    return parameter.set_by == "rules" and (in_money or entry.formula is not None)


def describe_nothing_found(state: str, *, held: bool) -> str:
    """Return why a state's cell is empty where no parameter fills it: rules not held, or nothing found."""
    return f"Nothing on this was found in what is held of {state}." if held else f"{state}'s rules are not held here."


def _written(day: datetime.date) -> str:
    return f"{day.day} {day:%B %Y}"
