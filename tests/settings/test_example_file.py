"""Settings are told where people look for them, and each is read somewhere."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from civicsetu.settings import Settings
from civicsetu.settings.example_file import env_example

ROOT = Path(__file__).parents[2]


def _names() -> set[str]:
    names: set[str] = set()
    for name, field in Settings.model_fields.items():
        group = field.annotation
        if isinstance(group, type) and issubclass(group, BaseModel):
            names |= set(group.model_fields)
        else:
            names.add(name)
    return names


def test_the_example_file_is_what_the_settings_say() -> None:
    told = (ROOT / ".env.example").read_text("utf-8")
    assert told == env_example(), "renew with: python -m civicsetu.settings > .env.example"


def test_every_setting_is_read_somewhere() -> None:
    sources = [path for path in (ROOT / "civicsetu").rglob("*.py") if path.parent.name != "settings"]
    code = "\n".join(path.read_text("utf-8") for path in sources)
    unread = sorted(name for name in _names() if f".{name}" not in code)
    assert unread in ([], ["data_dir"]), unread  # data_dir is read as data_path


def test_every_setting_has_a_description() -> None:
    for name, field in Settings.model_fields.items():
        group = field.annotation
        if isinstance(group, type) and issubclass(group, BaseModel):
            assert all(setting.description for setting in group.model_fields.values()), name
        else:
            assert field.description, name
