"""Turn lifted sentences into sentences with citations, and check each against its place."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from civicsetu.answering.compose import Lifted
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.sources.public_sources import public_sources
from civicsetu.law.answers import Citation, Sentence, Support
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.law.sentences import shown


def cite(
    lifted: Sequence[Lifted], index: LawIndex, registry: Registry
) -> tuple[list[Sentence], list[Citation]]:
    """One citation a sentence, at the innermost provision that holds it."""
    sentences: list[Sentence] = []
    citations: list[Citation] = []
    for item in lifted:
        citation = _citation(item, index, registry)
        sentences.append(Sentence(text=item.span.text, citations=(len(citations),), support=Support.VERBATIM))
        citations.append(citation)
    return sentences, citations


def verified(sentence: Sentence, citations: Sequence[Citation], index: LawIndex) -> bool:
    """True when every cited span, read again from the edition, says the sentence word for word.

    Words are compared as they are shown: line breaks and footnote marks are not words.

    A stored provision may have changed between retrieval and display; such a sentence is
    dropped rather than shown under a provision that no longer says it.
    """
    for number in sentence.citations:
        citation = citations[number]
        law = index.laws.get(citation.document)
        edition = law.editions.get(citation.edition) if law else None
        if edition is None or edition.edition_id != str(citation.edition_id):
            return False
        if edition.body[citation.start : citation.end] != citation.quote or sentence.text not in shown(
            citation.quote
        ):
            return False
    return bool(sentence.citations)


def _citation(item: Lifted, index: LawIndex, registry: Registry) -> Citation:
    law = index.laws[item.unit.document]
    place = index.deepest(item.unit, item.edition, item.span.start, item.span.end)
    spec = registry.documents.get(law.key)
    path = parse_path(place.path)
    period = spec.commencement_of(path.number) if spec else None
    effective = period.date if period else None
    return Citation(
        name=f"[{law.short_title} {'' if path.is_annex else law.doc_type.provision_mark}{place.path}]",
        document=law.key,
        document_title=law.title,
        provision=place.path,
        section_id=item.unit.path,
        title=item.unit.title,
        jurisdiction=law.jurisdiction,
        edition=item.edition.kind,
        edition_id=UUID(item.edition.edition_id),
        chunk_id=UUID(item.edition.chunk_at(item.span.start)),
        quote=item.edition.body[item.span.start : item.span.end],
        start=item.span.start,
        end=item.span.end,
        page=place.page,
        url=item.edition.url or law.url,
        effective_date=effective,
        effective_note=period.uncertain if period else "",
        text_as_of=item.edition.text_as_of,
        secondary=item.edition.kind is EditionKind.PLAIN and bool(public_sources(law.key).of(path.number)),
        also_official=item.edition.kind is EditionKind.PLAIN
        and EditionKind.OFFICIAL in law.editions
        and item.unit.path in law.editions[EditionKind.OFFICIAL].places,
    )
