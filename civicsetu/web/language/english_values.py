"""What stands in the places of an English sentence, said in another language: days, names, numbers, lists of them.

A name is translated where the catalogue has it: a state, a kind of law, a parameter, a matter. Laws keep their English
titles and provisions their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import permutations

from civicsetu.web.language.catalogue import PLACEHOLDER, Catalogue, list_told

_LABELS = "labels"
_NAMED = ("parameters", "matters", "offers")
"""Groups of names that stand inside sentences, alone or in a row."""
_DAY = re.compile(r"(?:(\d{1,2}) )?(\w+) (\d{4})")
_BETWEEN = r"(?:; or |; |, and |, | and | or )"
_NUMBER = r"\d[\w()-]*(?: (?:proviso|explanation)(?: \d+)?)*"
_NUMBERS = re.compile(
    rf"(?P<noun>sections?|rules?|regulations?|draft rules?|clauses?) (?P<numbers>{_NUMBER}(?:(?:, | and | to ){_NUMBER})*)(?P<title> \(.+\))?",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"(?P<value>.+) \((?P<month>[^()]*)\)")
_NEXT_LAW = re.compile(r", and (?=the )|(?:, | and )(?=the )")
_A_LAW = re.compile(r"the .+, \d{4}", re.DOTALL)


class EnglishValues:
    """The values that sentences of lower floors hold, in English and in another language."""

    def __init__(self, english: Catalogue, other: Catalogue) -> None:
        self._english = english
        self._other = other

    def translate(self, value: str) -> str | None:
        """Return a value in the other language; None where it is no such value, and so stays as it is."""
        if value[:1].isspace():
            own = self.translate(value.lstrip())
            return None if own is None else f" {own}"
        if value in self._whole:
            return self._others[self._whole[value]]
        ways = (self._read_day, self._read_label, self._read_numbers, self._read_names, self._read_laws, self._read_list, self._read_given)
        return next((own for way in ways if (own := way(value)) is not None), None)

    def fill(self, key: str, values: Mapping[str, str]) -> str:
        """Return a message with its places filled; a value that can be said in the other language is."""
        own = {name: self._own(value) for name, value in values.items()}
        return PLACEHOLDER.sub(lambda one: own[one.group(1)], self._others[key])

    def _own(self, value: str) -> str:
        own = self.translate(value)
        return value if own is None else own

    def _read_day(self, value: str) -> str | None:
        found = _DAY.fullmatch(value)
        if not found or found.group(2) not in self._english.months:
            return None
        day, month, year = found.groups("")
        return self._write_digits(f"{day.lstrip('0')} {self._other.months[self._english.months.index(month)]} {year}".lstrip())

    def _read_label(self, value: str) -> str | None:
        for pattern, key in self._labels:
            if fits := pattern.fullmatch(value):
                return self._write_digits(self.fill(key, fits.groupdict()))
        return None

    def _read_numbers(self, value: str) -> str | None:
        """ "rules 1 to 14 and 16": the noun and the words between; a provision keeps its number as it is printed."""
        found = _NUMBERS.fullmatch(value)
        if not found:
            return None
        noun = self._others[f"map.{found['noun'].lower().replace(' ', '_')}"]
        numbers = re.split(r", | and ", found["numbers"].replace(" to ", "–"))
        return f"{noun} {self._list(numbers)}{found['title'] or ''}"

    def _read_names(self, value: str) -> str | None:
        """Names in a row; each may itself have an "and" or a comma in it."""
        if not self._names_in_a_row.fullmatch(value):
            return None
        return self._list([self._names[one] for one in self._name.findall(value)])

    def _read_laws(self, value: str) -> str | None:
        """ "the Act, 2016 and the Rules, 2017": titles stay English, the article goes."""
        laws = _NEXT_LAW.split(value)
        if not all(_A_LAW.fullmatch(one) for one in laws):
            return None
        return self._list([one.removeprefix("the ") for one in laws])

    def _read_list(self, value: str) -> str | None:
        names = [one for piece in value.split(", ") for one in piece.split(" and ")]
        if len(names) < 2 or not all(one in self._whole for one in names):
            return None
        return self._list([self._others[self._whole[one]] for one in names])

    def _read_given(self, value: str) -> str | None:
        """Values as public pages gave them, each with its matter and month: "the fee of a complaint is 1,000 rupees (May 2026)"."""
        given = [self._given.fullmatch(one) for one in value.split("; ")]
        told = [
            self.fill("lists.given", {"matter": one["matter"], "value": found["value"], "month": found["month"]})
            for one in given
            if one and (found := _GIVEN.fullmatch(one["rest"]))
        ]
        return "; ".join(told) if len(told) == len(given) else None

    def _list(self, names: list[str]) -> str:
        if len(names) < 2:
            return "".join(names)
        last = self._others["lists.last"]
        return last.replace("{first}", ", ".join(names[:-1])).replace("{last}", names[-1])

    def _write_digits(self, text: str) -> str:
        return text.translate(str.maketrans("0123456789", self._other.digits))

    @cached_property
    def _others(self) -> dict[str, str]:
        return self._other.flatten()

    @cached_property
    def _whole(self) -> dict[str, str]:
        """Keys of messages without places, by their English text."""
        return {text: key for key, text in list_told(self._english) if text and not PLACEHOLDER.search(text)}

    @cached_property
    def _labels(self) -> list[tuple[re.Pattern[str], str]]:
        """Patterns of what is no sentence and has places: it is found where it stands alone."""
        return [(re.compile(as_pattern(text)), f"{_LABELS}.{key}") for key, text in self._english.messages[_LABELS].items()]

    @cached_property
    def _names(self) -> dict[str, str]:
        """Names in the other language, by each form in which they stand in an English sentence."""
        of_group = ((group, key, text) for group in _NAMED for key, text in self._english.messages[group].items())
        forms = {form: self._others[f"{group}.{key}"] for group, key, text in of_group for form in _inside(text)}
        return {**self._names_joined(), **forms}

    def _names_joined(self) -> dict[str, str]:
        """ "the fee and form of a complaint", of names that end alike."""
        told = self._english.messages["parameters"]
        heads = {key: text.partition(" of ")[::2] for key, text in told.items()}
        pairs = ((one, other) for one, other in permutations(told, 2) if heads[one][1] and heads[one][1] == heads[other][1])
        return {
            f"the {_lower(heads[one][0])} and {_lower(heads[other][0])} of {heads[one][1]}": self._list(
                [self._others[f"parameters.{one}"], self._others[f"parameters.{other}"]]
            )
            for one, other in pairs
        }

    @cached_property
    def _name(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, sorted(self._names, key=len, reverse=True))))

    @cached_property
    def _names_in_a_row(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{self._name.pattern})(?:{_BETWEEN}(?:{self._name.pattern}))*")

    @cached_property
    def _given(self) -> re.Pattern[str]:
        return re.compile(rf"(?P<matter>{self._name.pattern})(?::| is| are) (?P<rest>.+)")


def as_pattern(template: str) -> str:
    """Return the pattern of a message: a place takes as little as fits, within one line and one sentence."""
    parts = PLACEHOLDER.split(template)
    return "".join(_as_place(part) if at % 2 else re.escape(part) for at, part in enumerate(parts))


def _as_place(name: str) -> str:
    least = "*" if name == "place" else "+"
    whole_day = r"\d{1,2} \w+ \d{4}|" if name == "day" else ""
    return rf"(?P<{name}>{whole_day}(?:(?!\. [A-Z]).){least}?)"


def _inside(name: str) -> Iterable[str]:
    """A name as a heading, and as it stands inside a sentence."""
    yield from dict.fromkeys((name, _lower(name), f"the {_lower(name)}"))


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]

