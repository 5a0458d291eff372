"""The text of a web page as lines: what a browser would show, without its colours."""

from __future__ import annotations

from html.parser import HTMLParser

_UNSEEN = frozenset({"script", "style", "template", "noscript", "head", "nav", "select", "svg"})
_BLOCKS = frozenset(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr html li main ol p pre section table tbody tfoot thead tr ul caption".split()
)
_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def html_lines(page: str) -> str:
    """The page's text: blocks between blank lines, rows of a table with ` | ` between their cells.

    A numbered list is written with its numbers as the browser would print them.
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Collects lines; whitespace is one blank, as on the page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = [""]
        self._unseen: list[str] = []
        self._lists: list[tuple[str, int] | None] = []
        self._cells = 0

    def text(self) -> str:
        lines = [" ".join(line.split()) for line in self._lines]
        kept = [line for index, line in enumerate(lines) if line or (index and lines[index - 1])]
        return "\n".join(kept).strip() + "\n"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag in _UNSEEN:
            self._unseen.append(tag)
        elif tag == "br":
            self._lines.append("")
        elif tag in ("td", "th"):
            if self._cells:
                self._lines[-1] += " | "
            self._cells += 1
        elif tag in _BLOCKS and not (self._cells and tag != "tr"):
            self._break()
        if tag == "tr":
            self._cells = 0
        elif tag in ("ol", "ul"):
            self._lists.append((told.get("type") or "1", _number(told.get("start"))) if tag == "ol" else None)
        elif tag == "li":
            self._item(told.get("value"))

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            if tag in self._unseen:
                del self._unseen[self._unseen.index(tag) :]
            return
        if tag in ("ol", "ul") and self._lists:
            self._lists.pop()
        if tag in ("tr", "table"):
            self._cells = 0
        if tag in _BLOCKS and not self._cells:
            self._break()

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._lines[-1] += data.replace("\n", " ")

    def _break(self) -> None:
        self._lines += ["", ""]

    def _item(self, value: str | None) -> None:
        """The number a browser prints before an item of a numbered list."""
        current = self._lists[-1] if self._lists else None
        if current is None:
            return
        kind, number = current
        number = _number(value) if value else number
        self._lists[-1] = (kind, number + 1)
        self._lines[-1] += f"{_marker(kind, number)} "


def _number(told: str | None) -> int:
    return int(told) if told and told.strip().isdigit() else 1


def _marker(kind: str, number: int) -> str:
    """`1.`, and for lists of letters or Roman numbers the form a law prints: `(a)`, `(i)`."""
    if kind in ("a", "A"):
        letters = ""
        while number:
            number, rest = divmod(number - 1, 26)
            letters = chr(ord("a") + rest) + letters
        return f"({letters if kind == 'a' else letters.upper()})"
    if kind in ("i", "I"):
        roman = ""
        for size, sign in _ROMAN:
            while number >= size:
                roman, number = roman + sign, number - size
        return f"({roman if kind == 'i' else roman.upper()})"
    return f"{number}."
