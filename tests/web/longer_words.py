"""A language that is English, four tenths longer: what has no room for that is found."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from civicsetu.web.language import catalogue

LONGER = 0.4
LANGUAGE = "kn"
"""Whose place it takes."""
CUT = """() => {
  const free = '#civicsetu-jurisdiction *, #civicsetu-head h1, .cs-what, .cs-law-for, .cs-hidden, .sr-only, .skip, textarea, select, option';
  const cut = [];
  for (const one of document.querySelectorAll('body *')) {
    if (!one.textContent.trim() || one.matches(free) || one.closest('svg, .sr-only, .cs-hidden')) continue;
    const { width, height, right, left } = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    if (width < 2 || height < 2 || style.visibility === 'hidden' || !one.checkVisibility()) continue;
    const wide = style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
    const high = style.overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 2 && one.clientHeight < 300;
    if (wide || high || right > innerWidth + 1 || left < -1) cut.push(`${one.tagName}.${one.className}#${one.id}: ${one.textContent.trim().slice(0, 60)}`);
  }
  return cut;
}"""
"""Texts that are cut off, scroll sideways or stand outside the window. The chip of the state gives way by design,
and who goes by keyboard alone sees where the page can be skipped."""


def lengthen(text: str) -> str:
    """Append letters of this share: to a single word without a gap, which is the harder case; places stay."""
    more = round(len(re.sub(r"\{+\w+\}+", "", text)) * LONGER)
    if " " not in text:
        return text + "é" * more
    words = re.findall(r".{1,7}", "é" * more)
    return " ".join([text, *words])


def lengthen_all(told: object) -> object:
    if isinstance(told, dict):
        return {name: lengthen_all(value) for name, value in told.items()}
    return lengthen(str(told))


def write_catalogues(folder: Path) -> None:
    """Write all catalogues there, the longer English in the place of `LANGUAGE`."""
    for file in catalogue.FOLDER.glob("*.yaml"):
        (folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    told = yaml.load((folder / "en.yaml").read_text("utf-8"), yaml.BaseLoader)
    told |= {"language": LANGUAGE, "tag": f"{LANGUAGE}-IN", "messages": lengthen_all(told["messages"])}
    (folder / f"{LANGUAGE}.yaml").write_text(yaml.safe_dump(told, allow_unicode=True), "utf-8")
