# mypy: allow-untyped-calls
"""The element that shows one answer in its parts, from the first status to the last word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from chainlit.element import CustomElement

from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import Answer, Scope, Sentence, SentenceReady, Stage
from civicsetu.web.chat.parts.page_answer import (
    ELEMENT,
    PageAnswer,
    hold_back_cards,
    show_streamed,
    show_whole,
)


def make_element(
    name: str, props: dict[str, object], message_id: str, display: Literal["inline", "side"] = "side"
) -> CustomElement:
    """Make an element that Chainlit only sends: it writes no file and stores nothing by itself."""
    element = CustomElement(name=name, props=props, display=display, for_id=message_id, chainlit_key="none")
    element.persisted, element.updatable = True, False
    return element


class AnswerElement:
    """Collector of the parts of an answer, which sends them as one element.

    Every change is sent as a whole: the page keeps what has not changed. Of an answer that no model writes the
    part that is under way shows its short answer alone until all of it is there, in its place: nothing that is
    read moves. A part that another one follows is complete.
    """

    def __init__(self, message_id: str, question: str, starters: Sequence[str] = ()) -> None:
        self._question = question
        self._starters = starters
        self._told: list[tuple[str, list[Sentence]]] = []
        self._names: dict[int, str] = {}
        self._scope: Scope | None = None
        self._doing = ""
        self._written = False
        self.sent = make_element(ELEMENT, {}, message_id, "inline")

    def note(self, stage: Stage) -> None:
        """Record whose law is searched, once that is known, and whether a model writes."""
        self._scope = stage.scope or self._scope
        self._written = self._written or stage.name == "write"

    def add(self, event: SentenceReady, names: Mapping[int, str]) -> None:
        """Add a sentence to the part it belongs to; `names` are the cards of what it cites."""
        if event.heading or not self._told:
            self._told.append((event.heading, []))
        self._told[-1][1].append(event.sentence)
        self._names.update(names)
        self._doing = ""

    def note_doing(self, text: str) -> None:
        """Record what is being done, to be sent with what comes next."""
        self._doing = text

    async def show_progress(self, doing: str = "") -> None:
        """Send what is there so far, with what is being done."""
        self._doing = doing or self._doing
        self.sent.props = replace(self._so_far(), doing=self._doing).to_props()
        await self.send()

    def stop(self, why: str) -> None:
        """Prepare to send what is there, why there is no more, and the way to ask again."""
        self.sent.props = replace(self._so_far(), phase="stopped", refusal=why).to_props()

    def finish(self, answer: Answer, cards: Sequence[str], notes: Sequence[str] = ()) -> None:
        """Set the finished answer, to be stored and then sent; `notes` are what has to be said beside it."""
        self.sent.props = show_whole(answer, cards, get_registry(), self._starters, notes).to_props()

    def _so_far(self) -> PageAnswer:
        message = str(self.sent.for_id)
        shown = show_streamed(message, self._question, self._told, self._names, self._scope, get_registry())
        return shown if self._written else hold_back_cards(shown)

    async def send(self) -> None:
        """Send what is held."""
        await self.sent.send(for_id=str(self.sent.for_id))
