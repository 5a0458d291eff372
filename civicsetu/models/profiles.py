"""The catalogue of embedding models, and what each asks of its callers.

A model's prefixes, its length and its dimension belong together: a vector made with the
wrong prefix is a valid-looking vector that finds the wrong law. They are therefore read
from here and nowhere else. A profile whose dimension has no column cannot be chosen.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.errors import SettingsError
from civicsetu.settings import Settings

COLUMNS: dict[int, Literal["embedding", "embedding_768"]] = {384: "embedding", 768: "embedding_768"}
"""Dimension -> column of `legal_chunks`; vectors of two dimensions never share one."""

E5_PART = "multilingual-e5-small"
"""Name of the folder that preparation rebuilds both e5 profiles in."""


class InputType(StrEnum):
    """Purpose for which a text is embedded."""

    DOCUMENT = "document"
    QUERY = "query"
    CLUSTERING = "clustering"
    CLASSIFICATION = "classification"


class EmbeddingProfile(BaseModel):
    """One embedding model: its size, its prefixes and how it is run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    backend: Literal["onnx", "sentence-transformers", "litellm"]
    model_id: str = Field(description="Name at the hub or, with its provider in front, at LiteLLM.")
    dimension: int = Field(gt=0)
    max_tokens: int = Field(gt=0, description="Tokens read, prefix and special tokens included.")
    query_prefix: str = ""
    document_prefix: str = ""
    clustering_prefix: str | None = Field(None, description="None: as a document.")
    classification_prefix: str | None = Field(None, description="None: as a document.")
    part: str | None = Field(None, description="Prepared folder of the weights; None: hub or provider.")
    sends_input_type: bool = Field(False, description="The provider is told the purpose by a parameter.")
    sends_dimension: bool = Field(False, description="The provider is asked for this dimension.")

    @property
    def column(self) -> Literal["embedding", "embedding_768"] | None:
        """The column of `legal_chunks` that holds such vectors; None where there is none."""
        return COLUMNS.get(self.dimension)

    @property
    def is_remote(self) -> bool:
        return self.backend == "litellm"

    def prefix(self, purpose: InputType) -> str:
        """Return what the model wants in front of a text of that purpose."""
        own = {
            InputType.DOCUMENT: self.document_prefix,
            InputType.QUERY: self.query_prefix,
            InputType.CLUSTERING: self.clustering_prefix,
            InputType.CLASSIFICATION: self.classification_prefix,
        }[purpose]
        return self.document_prefix if own is None else own


def _e5(name: str, backend: Literal["onnx", "sentence-transformers"]) -> EmbeddingProfile:
    return EmbeddingProfile(
        name=name,
        backend=backend,
        model_id="intfloat/multilingual-e5-small",
        dimension=384,
        max_tokens=512,
        query_prefix="query: ",
        document_prefix="passage: ",
        clustering_prefix="query: ",
        classification_prefix="query: ",
        part=E5_PART,
    )


_ALL = (
    _e5("e5-small-int8", "onnx"),
    _e5("e5-small-fp32", "sentence-transformers"),
    EmbeddingProfile(
        name="nomic-embed-text-v1.5",
        backend="sentence-transformers",
        model_id="nomic-ai/nomic-embed-text-v1.5",
        dimension=768,
        max_tokens=8192,
        query_prefix="search_query: ",
        document_prefix="search_document: ",
        clustering_prefix="clustering: ",
        classification_prefix="classification: ",
    ),
    EmbeddingProfile(
        name="bge-small-en-v1.5",
        backend="sentence-transformers",
        model_id="BAAI/bge-small-en-v1.5",
        dimension=384,
        max_tokens=512,
        query_prefix="Represent this sentence for searching relevant passages: ",
    ),
    EmbeddingProfile(
        name="all-minilm-l6-v2",
        backend="sentence-transformers",
        model_id="sentence-transformers/all-MiniLM-L6-v2",
        dimension=384,
        max_tokens=256,
    ),
    EmbeddingProfile(
        name="openai-text-embedding-3-small",
        backend="litellm",
        model_id="openai/text-embedding-3-small",
        dimension=768,
        max_tokens=8191,
        sends_dimension=True,
    ),
    EmbeddingProfile(
        name="cohere-embed-multilingual-light-v3",
        backend="litellm",
        model_id="cohere/embed-multilingual-light-v3.0",
        dimension=384,
        max_tokens=512,
        sends_input_type=True,
    ),
    EmbeddingProfile(
        name="cohere-embed-multilingual-v3",
        backend="litellm",
        model_id="cohere/embed-multilingual-v3.0",
        dimension=1024,
        max_tokens=512,
        sends_input_type=True,
    ),
)

PROFILES: dict[str, EmbeddingProfile] = {profile.name: profile for profile in _ALL}


def get_profile(name: str) -> EmbeddingProfile:
    """Return the profile of that name.

    Raises:
        SettingsError: there is none; the message lists those there are.
    """
    found = PROFILES.get(name)
    if found is None:
        message = f"There is no embedding profile {name!r}; choose one of {', '.join(PROFILES)}."
        raise SettingsError(user_message=message)
    return found


def require_column(profile: EmbeddingProfile) -> EmbeddingProfile:
    """Return the profile itself, if its vectors have a column.

    Raises:
        SettingsError: they have none; the message lists the profiles whose vectors do.
    """
    if profile.column is None:
        names = ", ".join(name for name, other in PROFILES.items() if other.column)
        message = (
            f"Vectors of {profile.name} have {profile.dimension} dimensions and cannot be stored; "
            f"set CIVICSETU_MODELS__EMBEDDER to one of {names}."
        )
        raise SettingsError(user_message=message)
    return profile


def chosen_profile(settings: Settings) -> EmbeddingProfile:
    """Return the profile the settings name, known to be storable.

    Raises:
        SettingsError: unknown, or of a dimension without a column.
    """
    return require_column(get_profile(settings.models.embedder))
