"""A translation that people read, in a real Chromium: it stands first, the English it was made from small beneath it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.dressed_answers import SAID_IN_HINDI, SAID_IN_LATIN, STEP, STEP_IN_HINDI
from tests.web.fakes import FIRST, SECOND, THIRD
from tests.web.test_browser import ANSWER, Visit, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

HINDI = "बिल्डर ने मुझे फ़्लैट समय पर नहीं दिया, क्या करूँ? अनुवाद भी दें।"
HINGLISH = "Builder ne mujhe flat nahi diya, kya karu? Anuvad bhi dena."
_SAID = """(answer) => [...answer.querySelectorAll('.cs-short p, .cs-law p, .cs-steps li')].map((one) => {
  const told = one.querySelector('[lang]'), english = one.querySelector('.cs-original'), words = english.querySelector('[lang]');
  const size = (at) => parseFloat(getComputedStyle(at).fontSize);
  return {
    language: told.lang, told: told.textContent, english: words.textContent, of: words.lang,
    beneath: english.getBoundingClientRect().top >= told.getBoundingClientRect().bottom - 1, smaller: size(english) < size(told),
  };
})"""


async def test_what_people_translated_stands_first_and_the_english_small_beneath(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await visit.open()
    await visit.ask(HINDI)
    answer = page.locator(ANSWER)
    english, hindi = (FIRST, SECOND, THIRD, STEP), (*SAID_IN_HINDI, STEP_IN_HINDI)
    shown = {one.pop("english"): one for one in await answer.evaluate(_SAID)}
    look = {"language": "hi", "of": "en", "beneath": True, "smaller": True}
    assert shown == {law: {"told": told, **look} for law, told in zip(english, hindi, strict=True)}
    assert await answer.get_by_text("मशीन").count() == 0, "no machine made it"
    await page.click("[data-act='copy']")
    await page.locator("[data-act='copy']").get_by_text("कॉपी हो गया").wait_for()
    copied = await page.evaluate("navigator.clipboard.readText()")
    for law, told in zip(english, hindi, strict=True):
        assert 0 <= copied.find(told) < copied.find(law), copied
    await page.reload()
    await answer.get_by_text(STEP_IN_HINDI).wait_for()
    assert len(await answer.evaluate(_SAID)) == 4, "it is kept with the answer"
    await visit.ask(HINGLISH)
    said = await answer.last.evaluate(_SAID)
    assert [one["language"] for one in said] == ["hi-Latn"] * 4 and SAID_IN_LATIN[0] in {one["told"] for one in said}
    assert await sideways(page) == 0 and visit.errors == []
