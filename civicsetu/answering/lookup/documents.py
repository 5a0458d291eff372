"""What is held: documents with their editions, and jurisdictions with what is held of each."""

from __future__ import annotations

from collections import Counter
from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.lookup.carried_law import cover_parameter
from civicsetu.answering.lookup.values_told import ValueTold, tell_value
from civicsetu.answering.provisions.readings import find_copying_site
from civicsetu.corpus.law_index import HeldLaw, IndexedEdition, LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.law.documents import DocType, EditionKind
from civicsetu.law.parameters import Coverage


class EditionDetails(BaseModel):
    """One version of an edition that is held; with `law_until` it is no longer the law."""

    model_config = ConfigDict(frozen=True)

    edition: EditionKind
    edition_id: str
    version: str = ""
    text_as_of: date | None = None
    law_from: date | None = None
    law_until: date | None = None
    url: str = ""
    copied_from: str = ""
    another_print: bool = False
    provisions: int = Field(description="Provisions of every level in this text.")


class DocumentFacts(BaseModel):
    """Facts known of a law as a whole."""

    model_config = ConfigDict(frozen=True)

    title: str
    short_title: str
    jurisdiction: str
    doc_type: DocType
    url: str = ""
    effective_date: date | None = None


class DocumentDetails(DocumentFacts):
    """A law that is held, with its current editions and its earlier versions."""

    document: str = Field(description="Its key, as every other route takes it.")
    sections: int = Field(description="Sections, rules or regulations held, forms and schedules left out.")
    editions: tuple[EditionDetails, ...]
    earlier: tuple[EditionDetails, ...] = ()


class JurisdictionDetails(BaseModel):
    """A jurisdiction, CENTRAL or a state: the documents held of it, and its coverage of each parameter."""

    model_config = ConfigDict(frozen=True)

    code: str
    name: str
    documents: tuple[str, ...] = Field(description="Keys of the documents held; empty: none is.")
    counts: dict[str, int] = Field(description="How many parameters have which coverage.")
    coverage: dict[str, Coverage] = Field(
        description="What is held of it on each parameter; only `silent` means that its rules say nothing."
    )
    refers_to: dict[str, str] = Field(
        description="Of the parameters whose coverage is `refers`: whose value it takes over, or `state_rules`."
    )
    values: dict[str, ValueTold] = Field(
        {}, description="Of the parameters whose coverage is `fixed` or `part_held`: the value as it is today."
    )


class JurisdictionList(BaseModel):
    """The jurisdictions, and the parameters that their coverage names."""

    model_config = ConfigDict(frozen=True)

    parameters: dict[str, str] = Field(description="Each parameter with its label.")
    jurisdictions: tuple[JurisdictionDetails, ...]


def describe_facts(law: HeldLaw) -> DocumentFacts:
    """Return what is known of a law as a whole."""
    return DocumentFacts(
        title=law.title,
        short_title=law.short_title,
        jurisdiction=law.jurisdiction,
        doc_type=law.doc_type,
        url=law.url,
        effective_date=law.effective_date,
    )


def describe_documents(index: LawIndex, jurisdiction: str | None = None) -> tuple[DocumentDetails, ...]:
    """Return the documents held, of one jurisdiction where one is given."""
    return tuple(
        _document(law) for law in index.laws.values() if jurisdiction in (None, law.jurisdiction)
    )


def describe_jurisdictions(
    index: LawIndex, usable: UsableLaw, registry: Registry, today: date | None = None
) -> JurisdictionList:
    """Return every jurisdiction there is, whether or not law of it is held; takes a tenth of a second."""
    day = today or date.today()
    return JurisdictionList(
        parameters={one.parameter: one.label for one in usable.parameters},
        jurisdictions=tuple(
            _jurisdiction(code, entry.name, index, usable, day)
            for code, entry in registry.jurisdictions.items()
        ),
    )


def _document(law: HeldLaw) -> DocumentDetails:
    return DocumentDetails(
        **describe_facts(law).model_dump(),
        document=law.key,
        sections=len(law.numbers()),
        editions=tuple(map(_edition, law.editions.values())),
        earlier=tuple(map(_edition, law.earlier)),
    )


def _edition(edition: IndexedEdition) -> EditionDetails:
    return EditionDetails(
        edition=edition.kind,
        edition_id=edition.edition_id,
        version=edition.label,
        text_as_of=edition.text_as_of,
        law_from=edition.law_from,
        law_until=edition.law_until,
        url=edition.url,
        copied_from=find_copying_site(edition),
        another_print=edition.another_print,
        provisions=len(edition.places),
    )


def _jurisdiction(
    code: str, name: str, index: LawIndex, usable: UsableLaw, day: date
) -> JurisdictionDetails:
    covered = {one.parameter: cover_parameter(usable, one, code, index.laws, day) for one in usable.parameters}
    values = ((one.parameter, tell_value(usable, one, code, name, index, day)) for one in usable.parameters)
    return JurisdictionDetails(
        code=code,
        name=name,
        documents=tuple(law.key for law in index.laws.values() if law.jurisdiction == code),
        counts=dict(Counter(coverage.value for coverage, _ in covered.values())),
        coverage={name: coverage for name, (coverage, _) in covered.items()},
        refers_to={name: to for name, (_, to) in covered.items() if to is not None},
        values={name: value for name, value in values if value is not None},
    )
