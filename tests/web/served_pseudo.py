"""Serves the page on the Mill Act with Kannada replaced by English that is four tenths longer."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from served_mill import main

from civicsetu.web import server
from civicsetu.web.language import catalogue
from tests.web.longer_words import LANGUAGE, lengthen_all, write_catalogues


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
