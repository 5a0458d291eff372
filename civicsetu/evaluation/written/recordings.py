"""Files of prompts and of completions: JSON lines, each under the digest of its prompt."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.writing.span_layout import HELD_OFFICIALLY
from civicsetu.errors import InputError
from civicsetu.evaluation.judging.sheet import parse_line, read_lines
from civicsetu.models.writer.chat import ChatPrompt


class RecordedCompletion(BaseModel):
    """Recorded completion of a writer for the prompt of that digest."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    digest: str = Field(pattern=r"^[0-9a-f]{64}$")
    completion: str


def read_completions(path: Path) -> dict[str, str]:
    """Return the completions of a file by digest; none where there is no such file yet.

    Raises:
        InputError: a line is no completion, or a digest stands twice with different ones; the message names the line.
    """
    found: dict[str, str] = {}
    if not path.exists():
        return found
    for number, line in read_lines(path):
        row = parse_line(RecordedCompletion, line, path, number)
        if found.setdefault(row.digest, row.completion) != row.completion:
            message = f"Line {number} of {path.name} cannot be used: its digest stands above with another completion."
            raise InputError(user_message=message)
    return found


def write_prompts(path: Path, prompts: Iterable[ChatPrompt]) -> None:
    """Write prompts, one a line, in place of what the file held; an empty file where there are none.

    `official` tells that a prompt shows official wording: its completion may quote it and is not to be passed on.

    Raises:
        InputError: it cannot be written.
    """
    lines = (
        json.dumps(
            {
                "digest": one.digest, "name": one.name, "system": one.system, "user": one.user,
                "longest": one.longest, "official": HELD_OFFICIALLY in one.user,
            },
            ensure_ascii=False,
        )
        for one in prompts
    )  # fmt: skip
    made = path.with_name(f"{path.name}.part")
    try:
        made.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        made.replace(path)
    except OSError as error:
        raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error
