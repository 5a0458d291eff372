"""The "ingest" section of `make bench`: what taking law in costs besides embedding it.

Everything the default installation holds, and the official texts at hand, are ingested
from nothing in a data folder of their own. The floor is the embedding of those very chunks
and keyphrases in this very run. Run as a module it measures in a process of its own and prints
JSON, so that the memory told is that of ingesting alone.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from civicsetu.corpus.ingest import cut
from civicsetu.corpus.question_index.index_rows import build_entries
from civicsetu.corpus.question_index.indexed_texts import read_indexed_texts
from civicsetu.corpus.read import SourceText, read_starter, read_versions
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.setup import open_ingestion, prepare
from civicsetu.corpus.structure.link import find_links
from civicsetu.errors import SourceMissing
from civicsetu.evaluation.figures import ReportFigure
from civicsetu.evaluation.timing import time_call
from civicsetu.law.documents import DocType, DocumentSpec
from civicsetu.law.prints import OfficialVersion, TextStyle
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.models.embedder import Embedder
from civicsetu.settings import Settings, load_settings
from civicsetu.stores.servers import stop_all
from civicsetu.telemetry import configure_logging

ALLOWED = 1.3
TIMES = (1, 2, 4)
_RULES_ON_A_PAGE = 4
_PAGES = 20
_STEEPEST = 1.5


def measure_ingestion(source: Path | None) -> list[ReportFigure]:
    """Return all figures of the section; `source` is the folder with the official files, if at hand."""
    with tempfile.TemporaryDirectory(prefix="civicsetu-ingest-") as folder:
        settings = load_settings(data_dir=Path(folder))
        configure_logging(settings.model_copy(update={"log_level": "ERROR"}))
        try:
            prepare(settings, _silent)
            texts = _texts(source)
            taken = asyncio.run(_ingest_text(settings, texts))
        finally:
            stop_all(settings)
    return [*taken, *_by_pages()]


def _silent(step: str, share: float) -> None:
    """No bar: a measured process prints its figures alone."""


def _texts(source: Path | None) -> list[SourceText]:
    """The default documents, restated and official; reading them once fills what reading caches."""
    specs = [spec for spec in get_registry().documents.values() if not spec.on_request]
    found = [text for spec in specs if (text := read_starter(spec)) is not None]
    return found if source is None else [*found, *_official(specs, source)]


def _official(specs: list[DocumentSpec], folder: Path) -> Iterator[SourceText]:
    """Those of which the folder has a file."""
    for spec in specs:
        try:
            yield from read_versions(spec, folder)
        except SourceMissing:
            continue


async def _ingest_text(settings: Settings, texts: list[SourceText]) -> list[ReportFigure]:
    started = time.perf_counter()
    async with open_ingestion(settings, with_graph=True, embed_anew=True) as taker:
        embedder = await taker.embedder()
        await embedder.embed_passages(["a first passage, so that the model is warm"])
        ready = time.perf_counter() - started
        started = time.perf_counter()
        results = [await taker.ingest(text, _silent) for text in texts]
        await taker.draw()
        whole = time.perf_counter() - started
        started = time.perf_counter()
        again = [await taker.ingest(text, _silent) for text in texts]
        await taker.draw()
        unchanged = time.perf_counter() - started
    pure, count, named = await _embedding_alone(texts, embedder)
    if any(result.changed or result.keyphrases for result in again):
        raise AssertionError("a second run wrote")
    if count != sum(result.chunks for result in results) or named != sum(one.keyphrases for one in results):
        raise AssertionError("other chunks or keyphrases were embedded alone")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    documents = len({result.document for result in results})
    note = f"{documents} documents, {len(texts)} texts, {count} chunks, {named} keyphrases; servers and model ready after {ready:.1f} s"
    return [
        ReportFigure("ingest: embedding of the same chunks and keyphrases alone", pure, "s"),
        ReportFigure("ingest: all from nothing", whole, "s", ALLOWED * pure, note),
        ReportFigure("ingest: the same once more, nothing to do", unchanged, "s"),
        ReportFigure("ingest: peak memory of the process", peak, "GB", 2.0),
    ]


async def _embedding_alone(texts: list[SourceText], embedder: Embedder) -> tuple[float, int, int]:
    """Seconds for the same passages text by text, with nothing around it; how many chunks and keyphrases."""
    seconds, count, named = 0.0, 0, 0
    units: dict[str, dict[str, str]] = {}
    for text in texts:
        if text.is_current:
            chunks = cut(text, text.divide(), embedder.count_tokens)
            count += len(chunks)
            seconds += await _embedding([chunk.embedded_text for chunk in chunks], embedder)
            before = _keyphrases(text.spec.key, units.setdefault(text.spec.key, {}))
            units[text.spec.key].update({chunk.section_id: chunk.section_title for chunk in chunks})
            now = _keyphrases(text.spec.key, units[text.spec.key])
            if now != before:  # a text that brings further units has them all written anew
                named += len(now)
                seconds += await _embedding(now, embedder)
    return seconds, count, named


async def _embedding(passages: list[str], embedder: Embedder) -> float:
    started = time.perf_counter()
    await embedder.embed_passages(passages)
    return time.perf_counter() - started


def _keyphrases(key: str, units: dict[str, str]) -> list[str]:
    keyphrases = read_indexed_texts(key)
    return [one.embedded for one in build_entries(keyphrases, units)] if keyphrases else []


def _by_pages() -> list[ReportFigure]:
    """Reading, dividing and linking an invented print of 20, 40 and 80 pages."""
    per_page = {times: _invented(times * _PAGES) / (times * _PAGES) * 1000 for times in TIMES}
    told = ", ".join(f"{times}x {cost:.2f} ms" for times, cost in per_page.items())
    steepness = per_page[TIMES[-1]] / per_page[TIMES[0]]
    return [
        ReportFigure("ingest: cost of a page, 4x the pages by 1x", steepness, "times", _STEEPEST, f"a page: {told}")
    ]


def _invented(pages: int) -> float:
    """Seconds to read, divide and link rules of so many pages; the best of three."""
    spec, text = _invented_rules(pages)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "text.txt").write_text(text, "utf-8")
        return min(time_call(lambda: _read(spec, Path(folder))) for _ in range(3))


def _read(spec: DocumentSpec, folder: Path) -> None:
    [text] = read_versions(spec, folder)
    find_links(text.divide(), spec)


def _invented_rules(pages: int) -> tuple[DocumentSpec, str]:
    count = pages * _RULES_ON_A_PAGE
    title = "Lighthouse Keepers (Leave and Lamps) Rules, 1950"
    spec = DocumentSpec(
        key="lighthouse_rules",
        title=title,
        short_title="Lamp Rules",
        jurisdiction="CENTRAL",
        doc_type=DocType.RULES,
        expected=f"1-{count}",
        official=(OfficialVersion(name="print", label="Print", filename="text.txt", style=TextStyle.RULES),),
    )
    lines = [title, ""]
    for number in range(1, count + 1):
        if number % _RULES_ON_A_PAGE == 1:
            lines += [f"=== page {number // _RULES_ON_A_PAGE + 1} ===", ""]
        lines += [
            f"{number}. Lamp of tower {number}.- (1) The keeper shall light the lamp as rule {max(1, number - 1)} says.",
            f"(2) A keeper who leaves under sub-rule (1) shall tell the warden within {number % 30 + 2} days of:",
            "(a) the hour at which the lamp went out; and",
            "(b) the oil that is left in the tank.",
            "",
        ]
    return spec, "\n".join(lines)


def _printed(found: list[ReportFigure]) -> str:
    return json.dumps([asdict(figure) for figure in found])


def parse_figures(text: str) -> list[ReportFigure]:
    """Return the figures a process of its own printed."""
    return [ReportFigure(**row) for row in json.loads(text)]


if __name__ == "__main__":
    disable_library_telemetry()
    sys.stdout.write(_printed(measure_ingestion(Path(sys.argv[1]) if len(sys.argv) > 1 else None)))
