"""The provisions used, how sure the answer is, and who wrote it: folded until somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from civicsetu.answering.messages.written_note import written_note
from civicsetu.law.answers import Answer
from civicsetu.web.chat.parts.said import Chip, make_chips
from civicsetu.web.chat.rendering import describe_edition, shown_title
from civicsetu.web.language.speaking import say, tell


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A section or rule once, with all that is cited of it."""

    chips: tuple[Chip, ...]
    title: str
    edition: str


@dataclass(frozen=True, slots=True)
class SourceList:
    """List of the `count` provisions in `lines`; `sure` and `written` are whole sentences."""

    count: int
    lines: tuple[CitedSource, ...]
    sure: str
    written: str


def show_sources(answer: Answer, names: Sequence[str]) -> SourceList | None:
    """Return the sources; None where nothing is cited."""
    if not answer.citations:
        return None
    lines: dict[tuple[str, str, str], list[str]] = {}
    for citation, name in zip(answer.citations, names, strict=True):
        lines.setdefault((citation.document, shown_title(citation.title), describe_edition(citation)), []).append(name)
    return SourceList(
        count=len(dict.fromkeys(names)),
        lines=tuple(CitedSource(make_chips(cards), title, edition) for (_, title, edition), cards in lines.items()),
        sure="" if answer.confidence.level == "none" else say(f"shown.{answer.confidence.level}"),
        written=tell(written_note(answer)) or say("shown.statements"),
    )
