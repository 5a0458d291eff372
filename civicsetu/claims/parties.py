"""Find the parties a text names, as `parties.yaml` lists them, with the everyday word beside each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from civicsetu.yaml_data import load, report_errors


class Party(BaseModel):
    """A party: its printed forms, its everyday glosses, its kind, the pronouns that may mean it,
    what it makes (and is named by), whether its name is general for its kind, what a plain
    statement calls it, and what people do besides."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    forms: tuple[str, ...]
    gloss: tuple[str, ...]
    like: str
    plain: str = ""
    said: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    general: bool = False
    spoken: tuple[str, ...] = ()
    informal: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The form to write, in the singular."""
        return self.plain or self.forms[0]


@dataclass(frozen=True, slots=True)
class PartyMention:
    """One naming of a party: the span of its name with plural or possessive, gloss included in `end`.

    `owns`: the name is in the possessive."""

    party: str
    start: int
    name_end: int
    end: int
    gloss: str = ""
    owns: bool = False


_SHARES = re.compile(r"(?<![\w-])(?P<word>[\w-]+)\s+(?:or|and)\s+(?:the\s+)?$")


@dataclass(frozen=True)
class Parties:
    """All parties and the one pattern that finds them, longest form first."""

    of: dict[str, Party]
    pattern: re.Pattern[str]
    by_form: dict[str, str]

    def mentions(self, text: str) -> list[PartyMention]:
        """Find every naming in `text`, in order; a name inside a longer one does not count."""
        found: list[PartyMention] = []
        for match in self.pattern.finditer(text):
            found += self._sharing(text, match, found[-1].end if found else 0)
            found.append(self._mention(match))
        return found

    def _mention(self, match: re.Match[str]) -> PartyMention:
        return PartyMention(
            self.by_form[match["form"].replace("’", "'")],
            match.start(),
            match.end("name"),
            match.end(),
            match["gloss"] or "",
            match["name"].rstrip("s")[-1] in "'’",
        )

    def _sharing(self, text: str, match: re.Match[str], after: int) -> Iterator[PartyMention]:
        """ "State or Central Government" names two: the first shares the last word of the second."""
        words = match["form"].split()
        first = _SHARES.search(text, after, match.start())
        if len(words) == 2 and first is not None:
            party = self.by_form.get(f"{first['word']} {words[1]}")
            if party is not None:
                yield PartyMention(party, first.start("word"), first.end("word"), first.end("word"))

    def find_in_heading(self, heading: str) -> frozenset[str]:
        """Return the parties a heading names, in capitals or not."""
        said = " ".join(heading.lower().split())
        return frozenset(
            name for form, name in self.by_form.items() if re.search(rf"\b{form.lower()}s?\b", said)
        )

    def may_bear(self, party: str, gloss: str) -> bool:
        """Return whether `gloss`, singular or plural, is an everyday word of `party`."""
        return re.sub(r"['’]s?$", "", gloss) in {
            form for word in self.of[party].gloss for form in (word, f"{word}s")
        }


class _PartiesFile(BaseModel):
    """The file before its entries are read."""

    parties: dict[str, object]


def parse_parties(text: str, *, spoken: bool = False, informal: bool = False) -> Parties:
    """Read a file of parties; `spoken` adds the words of plain statements to the printed forms, `informal` those
    that people use besides.

    Raises:
        CorpusError: an unknown field, a doubled name, a form two parties share.
    """
    with report_errors("The list of parties cannot be read"):
        raw = _PartiesFile.model_validate(load(text))
        entries = {name: Party.model_validate(entry) for name, entry in raw.parties.items()}
        if spoken:
            entries = {name: _with_spoken(party) for name, party in entries.items()}
        if informal:
            entries = {name: _with_informal(party) for name, party in entries.items()}
        by_form: dict[str, str] = {}
        for name, party in entries.items():
            for form in party.forms:
                if form.replace("’", "'") in by_form and by_form[form.replace("’", "'")] != name:
                    raise ValueError(f"{form!r} is a form of two parties")
                by_form[form.replace("’", "'")] = name
    return Parties(entries, _pattern(entries), by_form | _capitalised(by_form))


def _with_spoken(party: Party) -> Party:
    return party.model_copy(update={"forms": (*party.forms, *party.spoken), "plain": party.name})


def _with_informal(party: Party) -> Party:
    return party.model_copy(update={"forms": (*party.forms, *party.informal), "plain": party.name})


def _capitalised(by_form: dict[str, str]) -> dict[str, str]:
    """The forms as they stand at the head of a sentence."""
    return {f"{form[0].upper()}{form[1:]}": name for form, name in by_form.items() if form[0].islower()}


def _pattern(entries: dict[str, Party]) -> re.Pattern[str]:
    forms = sorted({form for party in entries.values() for form in party.forms}, key=len, reverse=True)
    spelled = "|".join(
        (f"[{form[0]}{form[0].upper()}]" if form[0].islower() else re.escape(form[0]))
        + re.escape(form[1:]).replace(r"\ ", r"\s+").replace("'", "['’]")
        for form in forms
    )
    return re.compile(
        rf"(?<![\w-])(?P<name>(?P<form>{spelled})(?:s?['’]s?|s)?)(?![\w-])(?:\s+\((?P<gloss>[a-z]+s?['’]?s?)\))?"
    )


@lru_cache(maxsize=1)
def get_parties() -> Parties:
    """Return the parties that ship with the package, read on first use."""
    return parse_parties(_shipped())


@lru_cache(maxsize=1)
def get_spoken_parties() -> Parties:
    """Return the parties as plain statements name them: a builder, a buyer or "you", a broker."""
    return parse_parties(_shipped(), spoken=True)


@lru_cache(maxsize=1)
def get_informal_parties() -> Parties:
    """Return the parties as a free sentence names them: a seller, a purchaser, an agent, the society."""
    return parse_parties(_shipped(), spoken=True, informal=True)


def _shipped() -> str:
    return files("civicsetu.claims").joinpath("parties.yaml").read_text("utf-8")
