"""Turn statements and lifted sentences into sentences with citations, and check each against its place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from civicsetu.answering.compose import Lifted
from civicsetu.answering.composing.comparing.compare_states import Chosen
from civicsetu.answering.composing.statement_index import StatementHeld
from civicsetu.answering.composing.whole_list import MoreListed
from civicsetu.corpus.law_index import IndexedEdition, LawIndex, Unit
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.sources.public_sources import read_public_sources
from civicsetu.law.answers import Citation, Sentence, Support
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.law.sentences import to_one_line


def cite(
    chosen: Sequence[Chosen], index: LawIndex, registry: Registry
) -> tuple[list[Sentence], list[Citation]]:
    """Return a sentence for each that was chosen: a lifted one cites its place, a statement or value each of its passages."""
    sentences: list[Sentence] = []
    citations: list[Citation] = []
    for one in chosen:
        first = len(citations)
        if isinstance(one, Lifted):
            citations.append(cite_span(one.unit, one.edition, one.span.start, one.span.end, index, registry))
            support = Support.VERBATIM
        else:
            support = Support.NONE if isinstance(one, MoreListed) else Support.STATEMENT
            citations.extend(
                cite_span(passage.unit, passage.edition, passage.start, passage.end, index, registry)
                for passage in one.passages
            )
        sentence = Sentence(text=text_of(one), citations=tuple(range(first, len(citations))), support=support)
        sentences.append(_joined(sentence, one, chosen))
    return sentences, citations


def _joined(sentence: Sentence, said: Chosen, chosen: Sequence[Chosen]) -> Sentence:
    """The sentence of a statement with its id, and those among what was chosen that it is a condition of or fills."""
    if not isinstance(said, StatementHeld):
        return sentence
    own = said.statement
    others = (one.statement for one in chosen if isinstance(one, StatementHeld))
    rules = tuple(dict.fromkeys(one.id for one in others if own.id in one.requires))
    return sentence.model_copy(update={"statement": own.id, "condition_of": rules, "fills": own.fills})


def text_of(chosen: Chosen) -> str:
    """Return the words in which something chosen is said."""
    if isinstance(chosen, Lifted):
        return chosen.span.text
    return chosen.statement.says if isinstance(chosen, StatementHeld) else chosen.text


def is_supported(sentence: Sentence, citations: Sequence[Citation], index: LawIndex) -> bool:
    """Return whether every cited span, read again from the edition, stands there as it was cited.

    A lifted sentence must also be in it word for word; a statement was compared with it before. Words are compared as they are shown: line breaks and footnote marks are not words.

    A stored provision may have changed between retrieval and display; such a sentence is
    dropped rather than shown under a provision that no longer says it.
    """
    for number in sentence.citations:
        citation = citations[number]
        if not quote_stands(citation, index):
            return False
        if sentence.support is Support.VERBATIM and sentence.text not in to_one_line(citation.quote):
            return False
    return bool(sentence.citations)


def is_in_force(sentence: Sentence, citations: Sequence[Citation], as_on: date | None) -> bool:
    """Return False when a provision it cites came into force after the day asked for."""
    dates = [citations[index].effective_date for index in sentence.citations]
    return as_on is None or all(day is None or day <= as_on for day in dates)


def quote_stands(citation: Citation, index: LawIndex) -> bool:
    """Return whether the edition held says at its span what the citation quotes."""
    edition = find_edition(citation, index)
    return edition is not None and edition.body[citation.start : citation.end] == citation.quote


def find_edition(citation: Citation, index: LawIndex) -> IndexedEdition | None:
    """Return the very edition a citation names; None where it is not the one held now."""
    law = index.laws.get(citation.document)
    edition = law.editions.get(citation.edition) if law else None
    return edition if edition is not None and edition.edition_id == str(citation.edition_id) else None


def cite_span(
    unit: Unit, edition: IndexedEdition, start: int, end: int, index: LawIndex, registry: Registry
) -> Citation:
    """Return the citation of a span of an edition, at the innermost provision that holds it."""
    law = index.laws[unit.document]
    place = index.find_innermost(unit, edition, start, end)
    spec = registry.documents.get(law.key)
    path = parse_path(place.path)
    period = spec.commencement_of(path.number) if spec else None
    effective = period.date if period else None
    return Citation(
        name=f"[{law.short_title} {'' if path.is_annex else law.doc_type.provision_mark}{place.path}]",
        document=law.key,
        document_title=law.title,
        provision=place.path,
        section_id=unit.path,
        title=unit.title,
        jurisdiction=law.jurisdiction,
        edition=edition.kind,
        edition_id=UUID(edition.edition_id),
        chunk_id=UUID(edition.chunk_at(start)),
        quote=edition.body[start : end],
        start=start,
        end=end,
        page=place.page,
        url=edition.url or law.url,
        effective_date=effective,
        effective_note=period.uncertain if period else "",
        text_as_of=edition.text_as_of,
        secondary=edition.kind is EditionKind.PLAIN and bool(read_public_sources(law.key).get_sources(path.number)),
        also_official=edition.kind is EditionKind.PLAIN
        and EditionKind.OFFICIAL in law.editions
        and unit.path in law.editions[EditionKind.OFFICIAL].places,
    )
