"""Serves the page with Kannada replaced by English that is four tenths longer: what has no room for that is found."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path

import yaml
from served import main

from civicsetu.web import server
from civicsetu.web.language import catalogue

LONGER = 0.4
LANGUAGE = "kn"


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
    for file in catalogue.FOLDER.glob("*.yaml"):
        (folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    told = yaml.load((folder / "en.yaml").read_text("utf-8"), yaml.BaseLoader)
    told |= {"language": LANGUAGE, "tag": f"{LANGUAGE}-IN", "messages": lengthen_all(told["messages"])}
    (folder / f"{LANGUAGE}.yaml").write_text(yaml.safe_dump(told, allow_unicode=True), "utf-8")


def prepare_page(data_path: Path) -> Path:
    page = _prepare_page(data_path)
    folder = page / ".chainlit" / "translations"
    told = lengthen_all(json.loads((folder / "en-US.json").read_text("utf-8")))
    (folder / f"{LANGUAGE}-IN.json").write_text(json.dumps(told), "utf-8")
    return page


_prepare_page = server.prepare_page
server.prepare_page = prepare_page


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        write_catalogues(Path(made))
        catalogue.FOLDER = Path(made)
        sys.exit(main())
