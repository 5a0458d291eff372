"""Every setting, in one place: nothing else in the package reads the environment.

A setting is an environment variable `CIVICSETU_…` or a line in `.env`; parts of a
group are joined by two underscores (`CIVICSETU_RETRIEVAL__MAX_CONTEXT=5`). Each has
bounds and a description, an unknown `CIVICSETU_…` is an error, and
`settings_hash` names the values that can change an answer, so that a stored answer
says under which settings it was given.
"""

from civicsetu.settings.fields import (
    AdmissionSettings,
    AnswerabilitySettings,
    AnsweringSettings,
    CacheSettings,
    ContextSettings,
    CorpusSettings,
    FormatName,
    ModelSettings,
    RetrievalSettings,
    Settings,
    WebSettings,
)
from civicsetu.settings.loading import get_settings, load_settings, old_settings_in_use

__all__ = [
    "AdmissionSettings",
    "AnswerabilitySettings",
    "AnsweringSettings",
    "CacheSettings",
    "ContextSettings",
    "CorpusSettings",
    "FormatName",
    "ModelSettings",
    "RetrievalSettings",
    "Settings",
    "WebSettings",
    "get_settings",
    "load_settings",
    "old_settings_in_use",
]
