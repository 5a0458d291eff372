"""The law's map in other languages, in a real Chromium: by the browser, by the switch, and with words that are longer."""

from __future__ import annotations

from typing import Any

import pytest

from civicsetu.web.language.catalogue import get_catalogues
from civicsetu.web.law_map.links import PATH
from tests.stores.sample import ACT
from tests.web.law_map.test_browser_map import Reader, readers
from tests.web.longer_words import CUT, LANGUAGE, lengthen_all
from tests.web.test_browser import size

pytestmark = pytest.mark.browser
__all__ = ["readers", "size"]

_ENGLISH = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement;
    if (holder.closest('[lang="en"], script, noscript, [data-place], .crumb, svg') || !holder.checkVisibility()) continue;
    if (/[A-Za-z]{3,}/.test(node.data)) found.push(node.data.trim());
  }
  return found;
}"""
"""Texts in Latin letters that are not marked as English, but for the names of laws and provisions."""


async def test_the_map_is_in_the_readers_language_and_the_law_is_marked_as_english(readers: Any) -> None:
    reader: Reader = await readers("phone", locale="hi-IN")
    page = reader.page
    await reader.open("3(1)(a)")
    assert await page.locator("html").get_attribute("lang") == "hi"
    assert (await page.locator("h1").inner_text()).startswith("धारा 3(1)(a)")
    for words in ("आसान शब्द", "यह किससे जुड़ा है", "क़ानून का पाठ अंग्रेज़ी में है।"):
        await page.get_by_text(words).first.wait_for()
    assert set(await page.evaluate(_ENGLISH)) - {"CivicSetu: सवाल पूछें", "English"} == set()
    await page.get_by_role("link", name="தமிழ்").click()
    await page.get_by_text("எளிய சொற்கள்").first.wait_for()
    assert page.url.endswith(f"{PATH}?document={ACT.key}&path=3(1)(a)") or "path=3%281%29%28a%29" in page.url
    assert (await page.locator("h1").inner_text()).startswith("பிரிவு 3(1)(a)")
    await page.goto(f"{reader.address}{PATH}?document={ACT.key}")
    await page.locator("#tree li").first.wait_for()
    await page.fill("#wanted", "பிரிவு ௩")
    await page.press("#wanted", "Enter")
    await page.get_by_role("heading", level=1, name="பிரிவு 3").wait_for()


@pytest.mark.long
async def test_a_place_that_is_not_held_is_told_in_the_readers_language(readers: Any) -> None:
    reader: Reader = await readers("phone", locale="kn-IN")
    assert await reader.open("99") == 404
    assert "ನಮ್ಮ ಬಳಿ ಇಲ್ಲ" in await reader.page.get_by_role("alert").inner_text()


@pytest.mark.long
async def test_words_that_are_four_tenths_longer_are_not_cut(readers: Any, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: Any = get_catalogues()
    longer = {"messages": lengthen_all(told["en"].messages), "language": LANGUAGE, "tag": f"{LANGUAGE}-IN"}
    monkeypatch.setitem(told, LANGUAGE, told["en"].model_copy(update=longer))
    reader: Reader = await readers(size, locale=f"{LANGUAGE}-IN")
    found = {}
    for view, place in {"laws": ("", ""), "tree": ("", ACT.key), "section": ("3", ACT.key), "clause": ("3(1)(b)", ACT.key), "not held": ("99", ACT.key)}.items():
        await reader.open(*place)
        await reader.page.get_by_text("é").first.wait_for()
        if view == "section" and not reader.wide:
            await reader.page.locator(".picture summary").click()
        if view == "clause":
            await reader.page.locator(".known details summary").click()
        found[view] = await reader.page.evaluate(CUT)
    await reader.open()
    await reader.page.fill("#wanted", "zebra")
    await reader.page.locator("#told").get_by_text("é").wait_for()
    found["search"] = await reader.page.evaluate(CUT)
    assert {view: cut for view, cut in found.items() if cut} == {}
