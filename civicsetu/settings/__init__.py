"""Every setting, in one place: nothing else in the package reads the environment.

A setting is an environment variable `CIVICSETU_…` or a line in `.env`; parts of a
group are joined by two underscores (`CIVICSETU_RETRIEVAL__MAX_CONTEXT=5`). Each has
bounds and a description, an unknown `CIVICSETU_…` is an error, and
`settings_hash` names the values that can change an answer, so that a stored answer
says under which settings it was given.
"""

from civicsetu.settings.api import ApiSettings as ApiSettings
from civicsetu.settings.fields import AdmissionSettings as AdmissionSettings
from civicsetu.settings.fields import AnswerabilitySettings as AnswerabilitySettings
from civicsetu.settings.fields import AnsweringSettings as AnsweringSettings
from civicsetu.settings.fields import CacheSettings as CacheSettings
from civicsetu.settings.fields import ContextSettings as ContextSettings
from civicsetu.settings.fields import CorpusSettings as CorpusSettings
from civicsetu.settings.fields import FormatName as FormatName
from civicsetu.settings.fields import ModelSettings as ModelSettings
from civicsetu.settings.fields import RetrievalSettings as RetrievalSettings
from civicsetu.settings.fields import Settings as Settings
from civicsetu.settings.fields import WebSettings as WebSettings
from civicsetu.settings.loading import get_settings as get_settings
from civicsetu.settings.loading import load_settings as load_settings
from civicsetu.settings.loading import old_settings_in_use as old_settings_in_use
from civicsetu.settings.operator import OperatorSettings as OperatorSettings
from civicsetu.settings.planner import PlannerSettings as PlannerSettings
from civicsetu.settings.writer import WriterSettings as WriterSettings
