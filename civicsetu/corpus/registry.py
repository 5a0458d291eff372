"""The registry: which laws and jurisdictions exist, as data.

Everything known of a law before it is read stands in `registry.yaml`; no address, number
range or state name stands in code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from civicsetu.errors import CorpusError, NotThisLaw, UnknownDocument
from civicsetu.law.documents import DocType, DocumentSpec, Jurisdiction, expand_numbers
from civicsetu.law.prints import OfficialVersion
from civicsetu.yaml_data import describe_error, load


class JurisdictionEntry(BaseModel):
    """A state (or CENTRAL) and what people call it.

    `aliases` are its names, its cities and its authority, read with a slip of the keyboard in them, too;
    `localities` are towns, quarters and roads in it alone, in small letters, read as they are written;
    `shared` are short names of its authority that another state's authority bears, too.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    aliases: tuple[str, ...] = ()
    localities: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """Every name by which it is known."""
        return (*self.aliases, *self.localities)


@dataclass(frozen=True, eq=False)
class Registry:
    """Registry of all entries; look up by key, in the order of the file.

    Read once and compared by identity, so that what is derived from it can be cached by it.
    """

    documents: dict[str, DocumentSpec]
    jurisdictions: dict[str, JurisdictionEntry]

    def get_document(self, key: str) -> DocumentSpec:
        """Return the document of that key; raise UnknownDocument naming the keys most like it."""
        try:
            return self.documents[key]
        except KeyError:
            message = f"There is no document {key!r}; {_near(key, self.documents)}."
            raise UnknownDocument(user_message=message) from None

    def select_keys(self, keys: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the named keys; without any, those of all documents ingested by default.

        Raises:
            UnknownDocument: a key is not in the registry.
            NotThisLaw: one is of a draft.
        """
        if not keys:
            unasked = (spec for spec in self.documents.values() if not spec.on_request)
            return tuple(spec.key for spec in unasked if spec.doc_type is not DocType.DRAFT)
        for key in keys:
            check_is_law(self.get_document(key))
        return tuple(keys)

    def is_another_print(self, key: str, version: str, sha256: str) -> bool:
        """Return whether an official text was read from another file than the print that was reviewed.

        Found by the checksum that is held with the text: what is held from before a print was
        reviewed is told apart as well, and stops being so when that print is ingested.
        """
        spec = self.documents.get(key)
        versions = (one for one in (spec.official if spec else ()) if one.name == version)
        return any(one.is_reviewed(sha256) is False for one in versions)

    def list_files(self, key: str) -> tuple[str, ...]:
        """Return the addresses that a document's official files are fetched from."""
        spec = self.documents.get(key)
        return tuple(source.url for version in (spec.official if spec else ()) for source in version.sources)

    def list_exact_addresses(self, key: str) -> tuple[str, ...]:
        """Return the addresses that lead to that law itself, not to the site of those who publish it."""
        spec = self.documents.get(key)
        return (*self.list_files(key), *((spec.url,) if spec is not None and spec.url_exact else ()))

    def is_exact_address(self, key: str, url: str) -> bool:
        """Return whether an address leads to that law itself."""
        return url in self.list_exact_addresses(key)

    def check_jurisdiction(self, text: str) -> Jurisdiction:
        """Validate a jurisdiction's code.

        Raises:
            UnknownDocument: no such jurisdiction, naming those there are.
        """
        code = text.strip().upper().replace(" ", "_")
        if code not in self.jurisdictions:
            message = f"There is no jurisdiction {text[:40]!r}; known are: {', '.join(self.jurisdictions)}."
            raise UnknownDocument(user_message=message)
        return Jurisdiction(code)

    def bearers_of(self, short_name: str) -> tuple[str, ...]:
        """Return the jurisdictions whose authorities share a short name, in the order of the file."""
        return tuple(code for code, entry in self.jurisdictions.items() if short_name in entry.shared)

    def name_of(self, code: str) -> str:
        """Return the name of a jurisdiction in a sentence; a code without an entry stands for itself."""
        return self.jurisdictions[code].name if code in self.jurisdictions else code


def _near(key: str, known: Iterable[str]) -> str:
    """The keys most like it; where none is, how to see them all."""
    near = get_close_matches(key, known, n=3, cutoff=0.5)
    return f"most like it are: {', '.join(near)}" if near else "`civicsetu doctor` lists those there are"


def check_is_law(spec: DocumentSpec) -> None:
    """Raise NotThisLaw for a draft: it must never be presented as the law."""
    if spec.doc_type is DocType.DRAFT:
        raise NotThisLaw(user_message=f"{spec.title} is a draft, not law; it is not ingested.")


class _RegistryFile(BaseModel):
    """The file before its entries are read."""

    jurisdictions: dict[str, object]
    documents: list[object]


def parse_registry(text: str) -> Registry:
    """Read a registry file.

    Raises:
        CorpusError: an unknown field, a doubled key, a wrong range, an unknown jurisdiction.
    """
    try:
        raw = _RegistryFile.model_validate(load(text))
        jurisdictions = {
            code: JurisdictionEntry.model_validate(entry) for code, entry in raw.jurisdictions.items()
        }
        specs = [DocumentSpec.model_validate(entry) for entry in raw.documents]
        for spec in specs:
            _check(spec, jurisdictions)
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError, yaml.YAMLError) as error:
        raise CorpusError(user_message=f"The registry cannot be read: {describe_error(error)}") from error
    documents = {spec.key: spec for spec in specs}
    if len(documents) != len(specs):
        raise CorpusError(user_message="The registry names a document twice.")
    return Registry(documents, jurisdictions)


def _check(spec: DocumentSpec, jurisdictions: dict[str, JurisdictionEntry]) -> None:
    if spec.jurisdiction not in jurisdictions:
        raise ValueError(f"{spec.key}: unknown jurisdiction {spec.jurisdiction}")
    numbers = expand_numbers(spec.expected)
    for version in spec.official:
        unknown = set(version.misprinted) - set(numbers)
        if unknown:
            raise ValueError(f"{spec.key}: misprinted, and not expected: {', '.join(sorted(unknown))}")
    for period in spec.commencement:
        expand_numbers(period.provisions)


@lru_cache(maxsize=1)
def get_registry() -> Registry:
    """Return the registry that ships with the package, read on first use.

    Raises:
        CorpusError: it, or a list of corrections, is malformed.
    """
    registry = parse_registry(files("civicsetu.corpus.data").joinpath("registry.yaml").read_text("utf-8"))
    return Registry(
        {key: _corrected(spec) for key, spec in registry.documents.items()}, registry.jurisdictions
    )


def _corrected(spec: DocumentSpec) -> DocumentSpec:
    """The entry with its lists of misread places: `corrections/<key>.yaml`, by name of the version."""
    resource = files("civicsetu.corpus.data").joinpath("corrections", f"{spec.key}.yaml")
    if not resource.is_file():
        return spec
    lists = TypeAdapter(dict[str, object]).validate_python(load(resource.read_text("utf-8")))
    unknown = set(lists) - {version.name for version in spec.official}
    if unknown:
        message = f"{spec.key}: corrections of no version: {', '.join(sorted(unknown))}."
        raise CorpusError(user_message=message)
    versions = [
        OfficialVersion.model_validate({**version.model_dump(), "corrections": lists.get(version.name, ())})
        for version in spec.official
    ]
    return spec.model_copy(update={"official": tuple(versions)})
