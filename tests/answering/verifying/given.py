"""The sentences of `paraphrases.yaml` with the spans a prompt would give for the statement each rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written
from civicsetu.corpus.plain_editions import get_plain_edition
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.statements import DocumentPath, Statement
from civicsetu.yaml_data import load_words

TRUE = "true"
_QUOTED = 16
"""Words of each passage that an honest writer quotes."""


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence on one statement, cited with it, with its provisions, or both; `kind` says how it was spoiled."""

    at: int
    kind: str
    written: Written
    spans: dict[str, Span]
    asked: str


def read_cases(half: int | None = None) -> Iterator[Case]:
    """Yield each sentence three times: resting on the statement, on its provisions, on both. `half`: 0 or 1."""
    entries = load_words(files("tests.answering.verifying").joinpath("paraphrases.yaml").read_text("utf-8"))
    assert isinstance(entries, list)
    for at, entry in enumerate(entries):
        if half in (None, at % 2):
            sentences = [(TRUE, text) for text in entry["supported"]] + list(entry["spoiled"].items())
            for spans, keys, quote in _ways(get_statements().by_id[entry["of"]], entry.get("asked", "")):
                for kind, text in sentences:
                    yield Case(at, kind, Written(SentenceMark.LAW, 1, keys, quote, text), spans, entry.get("asked", ""))


def _ways(statement: Statement, asked: str) -> Iterator[tuple[dict[str, Span], tuple[str, ...], str]]:
    said = statement_span(statement)
    passages = " … ".join(" ".join(one.text.split()[:_QUOTED]) for one in statement.passages)
    carrying = list(_provision_spans(statement))
    spans = {span.key: span for span in (said, *carrying, Span("k0", SpanKind.ASKER, asked))}
    yield spans, (said.key,), " ".join(statement.says.split()[:_QUOTED])
    yield spans, tuple(span.key for span in carrying), passages
    yield spans, (said.key, *(span.key for span in carrying)), passages


def statement_span(statement: Statement) -> Span:
    """Return a statement as a prompt gives it."""
    return _span("k1", SpanKind.STATEMENT, statement.says, statement.passages[0].provision)


def _provision_spans(statement: Statement) -> Iterator[Span]:
    """The sub-section, or the whole section, around each passage, in our plain words."""
    wholes: dict[DocumentPath, str] = {}
    for passage in statement.passages:
        edition = get_plain_edition(passage.provision.document)
        assert edition is not None
        path = passage.provision.path
        inner = [label for label in path.labels[:1] if not label.startswith(("proviso", "explanation"))]
        whole = ProvisionPath(path.number, tuple(inner))
        wholes[DocumentPath(passage.provision.document, whole)] = edition.text_of(whole)
    for at, (place, text) in enumerate(wholes.items(), start=2):
        yield _span(f"k{at}", SpanKind.PROVISION, text, place)


def _span(key: str, kind: SpanKind, text: str, place: DocumentPath) -> Span:
    spec = get_registry().get_document(place.document)
    noun = spec.doc_type.provision_noun
    return Span(
        key, kind, text, law=spec.title, place=f"{noun} {place.path}", jurisdiction=spec.jurisdiction,
        unit=(place.document, str(place.path)),
    )  # fmt: skip
