"""A visitor of the page: a browser without a screen that also presses buttons and reads citations."""

from __future__ import annotations

from typing import Any

import httpx

from civicsetu.evaluation.resilience.page_client import PageClient
from civicsetu.web.identity import SHARED_NAME


class Visitor(PageClient):
    """What the tests of the page need beside asking."""

    async def __aenter__(self) -> Visitor:
        return self

    @property
    def identity_cookie(self) -> tuple[str, str]:
        """Name and value of the cookie that says who this browser is."""
        [found] = [(name, value) for name, value in self.http.cookies.items() if name.startswith(SHARED_NAME)]
        return found

    async def send(self, text: str, **more: Any) -> str:
        """Send a question with what a browser tells of itself beside it; returns its id."""
        return await super().send(text, **{"metadata": {"location": "http://private.example/page"}, **more})

    async def press(self, button: str, session: str | None = None) -> httpx.Response:
        """Press a button by its id, with everything beside it that a browser could make up."""
        made_up = {
            "name": "x",
            "payload": {"jurisdiction": "GOA", "question": "x"},
            "label": "x",
            "forId": "x",
        }
        given = {"sessionId": session or self.session, "action": {"id": button, **made_up}}
        return await self.http.post("/project/action", json=given)

    async def correct(self, name: str, value: object, turn: str | None = None) -> httpx.Response:
        """Correct a fact of the answer shown last, or of the one with that id."""
        given = {"sessionId": self.session, "turn": turn or self.shown()["message"], "name": name, "value": value}
        return await self.http.post("/project/fact", json=given)

    def buttons(self) -> dict[str, str]:
        """The buttons that stand on the page now: label to id, as the browser keeps them."""
        standing: list[dict[str, Any]] = []
        for name, data, _ in self.events:
            if name == "action":
                standing.append(data)
            if name == "remove_action":
                standing = [one for one in standing if one["id"] != data["id"]]
        assert len({one["id"] for one in standing}) == len(standing), "a button stands there twice"
        return {one["label"]: one["id"] for one in standing}

    def elements(self) -> list[dict[str, Any]]:
        """The citations sent so far."""
        return [data for name, data, _ in self.events if name == "element" and data["display"] == "side"]

    def shown(self) -> dict[str, Any]:
        """The parts of the last answer, as they stand on the page."""
        return [data["props"] for name, data, _ in self.events if name == "element" and data["display"] == "inline"][-1]
