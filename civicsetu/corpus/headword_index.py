"""Hold a document's headwords as they are searched: few phrases a row, each row with its vector.

Made from the file and from what is searched of the document, and held with a mark of both:
where the mark is the same nothing is done and no model is loaded. So law that was taken in
before there were headwords gets them without being embedded again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from civicsetu.corpus.headwords import Headwords, Language, read_headwords
from civicsetu.stores.headword_store import HeadwordRow
from civicsetu.stores.law_store import LawStore

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder
    from civicsetu.models.packed import Floats

Progress = Callable[[str, float], None]
ReadHeadwords = Callable[[str], Headwords | None]

PHRASES_A_ROW = 5
_BETWEEN = "; "


@dataclass(frozen=True, slots=True)
class Passage:
    """What becomes a row: `text` is kept and searched by words, `embedded` is what a model reads."""

    unit: str
    language: Language
    index: int
    text: str
    embedded: str


@dataclass(frozen=True, slots=True)
class HeadwordStep:
    """What came of it: rows written now, and units of the file that are not searched here."""

    written: int = 0
    unplaced: tuple[str, ...] = ()


def passages(headwords: Headwords, titles: Mapping[str, str]) -> Iterator[Passage]:
    """The rows of all units that have a title in `titles`, in the order of the file.

    The heading of the section goes before English phrases where they are embedded, because the
    phrases alone often fit several sections; it is English and stays away from other languages.
    """
    for unit, by_language in headwords.units.items():
        if unit not in titles:
            continue
        heading = " ".join(titles[unit].split()).rstrip(".")
        for language, phrases in by_language.items():
            for index, group in enumerate(_groups(phrases)):
                text = _BETWEEN.join(group)
                headed = heading and language is Language.ENGLISH
                yield Passage(unit, language, index, text, f"{heading}: {text}" if headed else text)


def _groups(phrases: Sequence[str]) -> Iterator[Sequence[str]]:
    """As few groups as there can be, of nearly the same length: a phrase left alone would weigh too much."""
    count = -(-len(phrases) // PHRASES_A_ROW)
    for index in range(count):
        yield phrases[index * len(phrases) // count : (index + 1) * len(phrases) // count]


def made_with(profile: str, rows: Sequence[Passage]) -> str:
    """The model and a digest of all it reads; empty where that is nothing."""
    told = "\n".join(f"{row.unit}\t{row.language}\t{row.index}\t{row.embedded}" for row in rows)
    return f"{profile}, {hashlib.sha256(told.encode()).hexdigest()}" if rows else ""


async def hold_headwords(
    key: str,
    law: LawStore,
    profile: str,
    embedder: Callable[[], Awaitable[Embedder]],
    progress: Progress,
    read: ReadHeadwords = read_headwords,
) -> HeadwordStep:
    """Bring a document's headwords in step with their file and with what is searched of it.

    `embedder` is asked for only where there is something to embed.

    Raises:
        CorpusError: the file is malformed; what was held stays.
        StoreError, ModelError: nothing was written.
    """
    headwords = await asyncio.to_thread(read, key)
    titles = await law.searched_units(key) if headwords else {}
    rows = list(passages(headwords, titles)) if headwords else []
    unplaced = tuple(unit for unit in headwords.units if unit not in titles) if headwords else ()
    made = made_with(profile, rows)
    if made == await law.headwords_made(key):
        return HeadwordStep(0, unplaced)
    vectors = await _embedded(rows, embedder, progress) if rows else ()
    await law.replace_headwords(
        key,
        [
            HeadwordRow(row.unit, row.language.value, row.index, row.text, vector)
            for row, vector in zip(rows, vectors, strict=True)
        ],
        made,
    )
    return HeadwordStep(len(rows), unplaced)


async def _embedded(
    rows: Sequence[Passage], embedder: Callable[[], Awaitable[Embedder]], progress: Progress
) -> Sequence[Floats]:
    model = await embedder()
    return list(
        await model.embed_passages(
            [row.embedded for row in rows],
            on_progress=lambda done, total: progress("embedding headwords", done / max(total, 1)),
        )
    )
