"""Reviewed cases: golden rows in the data folder, a file a case, made from turns that somebody judged.

A case is checked as a golden row before anything is written, so that `civicsetu eval` asks it like any other. Its
question is rewritten without personal detail, its id tells nothing of the turn: it stays when the turn is erased.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from uuid import NAMESPACE_OID, UUID, uuid5

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.golden.golden_set import GoldenRow, load_rows, parse_place
from civicsetu.evaluation.golden.row_kinds import RowKind, RowLanguage, Style, Unanswerable
from civicsetu.privacy.mask import find
from civicsetu.query.asking import AskedKind
from civicsetu.stores.files import write_atomically
from civicsetu.yaml_data import describe_error

FOLDER = "reviewed"
_NO_AIM = "Name at least one provision that the answer needs, or say why it must be declined."
_BOTH = "A case is either answered from provisions or declined: leave the provisions or the reason out."
_PERSONAL = "The question still holds personal data (a phone number, an address of mail, a card): write it out."
_NONE = "There are no reviewed cases yet; they are made on the operator's page."


class CaseDraft(BaseModel):
    """A case as a reviewer writes it down, lines of text and choices; `to_row` makes a golden row of it.

    `gold` and `also` are places such as `rera_act_2016 18(1)`; `must_state` has a fact a line, terms parted by
    semicolons, the first line being what the first sentence must state.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field(max_length=12_000)
    turns: tuple[str, ...] = Field((), max_length=20)
    jurisdiction: str | None = None
    language: RowLanguage = RowLanguage.ENGLISH
    style: Style = Style.LAY
    type: RowKind = RowKind.FACT
    asks: AskedKind = AskedKind.OTHER
    gold: tuple[str, ...] = Field((), max_length=40)
    also: tuple[str, ...] = Field((), max_length=40)
    must_state: tuple[str, ...] = Field((), max_length=40)
    abstain: Unanswerable | None = None


def reviewed_folder(data_path: Path) -> Path:
    """Return where the reviewed cases of an installation lie."""
    return data_path / FOLDER


def case_id(turn_id: UUID) -> str:
    """Return the id of the one case a turn can become; the turn cannot be found from it."""
    return f"reviewed-{uuid5(NAMESPACE_OID, turn_id.hex).hex[:12]}"


def to_row(draft: CaseDraft, name: str, registry: Registry) -> GoldenRow:
    """Make a golden row of a draft.

    Raises:
        InputError: no aim or two, a place that is none or of no document of ours, a fact that cannot be read, or
            personal data; one sentence that says which.
    """
    if not draft.gold and draft.abstain is None:
        raise InputError("case without provisions", user_message=_NO_AIM)
    if draft.gold and draft.abstain is not None:
        raise InputError("case with two aims", user_message=_BOTH)
    if any(find(text) for text in (draft.question, *draft.turns)):
        raise InputError("personal data in a case", user_message=_PERSONAL)
    for place in (*draft.gold, *draft.also):
        _check_place(place, registry)
    if draft.jurisdiction is not None and draft.jurisdiction not in registry.jurisdictions:
        raise InputError("unknown jurisdiction", user_message="There is no such state.")
    facts = [{"terms": _terms(line), "lead": at == 0} for at, line in enumerate(draft.must_state)]
    values = draft.model_dump(exclude={"must_state", "asks"}) | {"id": name, "must_state": facts}
    try:
        return GoldenRow.model_validate(values | ({"asks": draft.asks} if facts else {}))
    except ValidationError as error:
        told = describe_error(error).replace("Value error, ", "").rstrip(".")
        raise InputError("case refused", user_message=f"The case cannot be used: {told}.") from error


def _check_place(place: str, registry: Registry) -> None:
    try:
        document = parse_place(place).document
    except ValueError:
        document = ""
    if document not in registry.documents:
        message = f"{place[:80]!r} is no provision of a law here; write it as rera_act_2016 18(1)."
        raise InputError("unknown place", user_message=message)


def _terms(line: str) -> list[str]:
    return [term.strip() for term in line.split(";") if term.strip()]


def save_case(folder: Path, row: GoldenRow) -> Path:
    """Write a case in the place of its earlier version; returns its file.

    Raises:
        DataFolderUnusable: it cannot be written; what was there is as it was.
    """
    path = folder / f"{row.id}.yaml"
    write_atomically(path, describe_rows([row]), 0o600)
    return path


def remove_case(folder: Path, name: str) -> bool:
    """Remove a case by its id; False where there is none."""
    path = folder / f"{name}.yaml"
    if path.parent != folder:
        return False
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True


def describe_rows(rows: Sequence[GoldenRow]) -> str:
    """Return rows as the YAML of a golden set."""
    told = [row.model_dump(mode="json", exclude_defaults=True) for row in rows]
    return yaml.safe_dump(told, allow_unicode=True, sort_keys=False, width=110)


def load_cases(folder: Path, registry: Registry) -> list[GoldenRow]:
    """Return the reviewed cases, by id, none where there are none; raises as `load_reviewed`."""
    return load_rows(folder, registry)


def load_reviewed(folder: Path, registry: Registry) -> list[GoldenRow]:
    """Return the reviewed cases, by id.

    Raises:
        InputError: there are none, or a file was changed so that it is no case; the message names it.
    """
    rows = load_cases(folder, registry)
    if not rows:
        raise InputError(user_message=_NONE)
    return rows
