"""What every group of settings has in common: an unknown name is an error, and nothing changes once read."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class SettingsGroup(BaseModel):
    """A group of settings; a message on a wrong value never repeats the value, which may be a secret."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)
