"""A model that writes by a script and one that judges, each on loopback: what they see is the real prompt.

A line of the script names the span it rests on by words of it, since keys are made anew for every prompt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.models.chat_provider import Behaviour, ChatProvider, chat_provider, says

Body = dict[str, Any]
_SPAN = re.compile(r"^(k[1-9]\d*): (.+)$", re.M)
_NUMBERED = re.compile(r"^(\d+)\. \[", re.M)


@dataclass(frozen=True)
class Line:
    """One sentence of a reply; it quotes the words it rests on, unless told otherwise."""

    text: str
    on: str = ""
    mark: str = "law"
    quote: str | None = None
    part: int = 1
    translation: str = ""

    def to_json(self, spans: dict[str, str]) -> str:
        keys = [key for key, text in spans.items() if self.on and self.on in text][:1]
        quote = self.on if self.quote is None else self.quote
        told = {"mark": self.mark, "part": self.part, "keys": keys, "quote": quote, "text": self.text}
        return json.dumps(told | ({"translation": self.translation} if self.translation else {}), ensure_ascii=False)


def system_of(body: Body) -> str:
    return str(body["messages"][0]["content"])


def user_of(body: Body) -> str:
    return str(body["messages"][1]["content"])


def fenced(body: Body, name: str) -> str:
    """What stands between the fences of a name; empty where there are none."""
    found = re.search(rf"<<<{name}\n(.*?)\n{name}>>>", user_of(body), re.S)
    return found[1] if found else ""


def spans_of(body: Body) -> dict[str, str]:
    """The spans of law a prompt shows, by key."""
    return dict(_SPAN.findall(fenced(body, "law")))


def writes(*lines: Line | str, repair: tuple[Line | str, ...] = (), **how: Any) -> Behaviour:
    """Writes these lines; `repair` are those it writes when asked for other words."""

    def reply(body: Body) -> str:
        spans = spans_of(body)
        told = repair if fenced(body, "fallen") else lines
        return "".join(f"{one if isinstance(one, str) else one.to_json(spans)}\n" for one in told)

    return says(reply, **{"piece": 40, "usage": None, **how})


def missing(point: str, part: int = 1, law: str = "") -> str:
    return json.dumps({"missing": point, "part": part} | ({"law": law} if law else {}))


def judges(*false: str) -> Behaviour:
    """Finds every sentence supported but those with any of these words in them."""

    def reply(body: Body) -> str:
        told = fenced(body, "sentences").splitlines()
        numbered = [(line.partition(".")[0], line) for line in told if _NUMBERED.match(line)]
        return json.dumps(
            {
                number: "unsupported: it does not say so" if any(one in line for one in false) else "supported"
                for number, line in numbered
            }
        )

    return says(reply, piece=4000, usage=None)


def reads(words: str, fact: str, value: str) -> Behaviour:
    """Reads that fact of a post that has those words, and judges as `judges` does."""

    def reply(body: Body) -> str:
        post = fenced(body, "post")
        if not post:
            return _find_all_supported(body)
        facts = [{"id": fact, "value": value, "words": words}] if words in post else []
        part = {"question": post, "standalone": post, "query_type": "fact_lookup"}
        return json.dumps({"query_type": "fact_lookup", "parts": [part], "facts": facts, "state": ""})

    return says(reply, piece=4000, usage=None)


def _find_all_supported(body: Body) -> str:
    told = fenced(body, "sentences").splitlines()
    return json.dumps({line.partition(".")[0]: "supported" for line in told if _NUMBERED.match(line)})


@dataclass(frozen=True)
class Desk:
    """The two servers, and the settings that have them asked."""

    scribe: ChatProvider
    judge: ChatProvider

    def settings(self, **more: Any) -> dict[str, Any]:
        told = {
            "writing": ["openai/scribe"],
            "fast": ["openai/judge"],
            "addresses": {"openai": self.scribe.address, "openai/judge": self.judge.address},
            "keys": {"openai": "sk-not-to-be-told"},
            "retries": 0,
            "cool_down_s": 0,
        }
        return told | more

    def behave(self, *how: Behaviour, judge: Behaviour | None = None) -> None:
        """From now on write like this, and judge like that (everything supported, unless told)."""
        self.scribe.calls.clear()
        self.judge.calls.clear()
        self.scribe.hung_up.clear()
        self.scribe.behave(*how)
        self.judge.behave(judge or judges())

    @property
    def writings(self) -> list[Body]:
        """The prompts that asked for an answer."""
        return [call for call in self.scribe.calls if not fenced(call, "fallen")]

    @property
    def repairs(self) -> list[Body]:
        """The prompts that asked for other words."""
        return [call for call in self.scribe.calls if fenced(call, "fallen")]


@contextmanager
def desk() -> Iterator[Desk]:
    """Both servers, for as long as the block runs."""
    with chat_provider() as scribe, chat_provider() as judge:
        made = Desk(scribe, judge)
        made.behave(writes())
        yield made


