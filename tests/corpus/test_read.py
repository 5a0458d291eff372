"""Reading: a file that is not the law it claims to be is refused in one clear sentence."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

import pytest

from civicsetu.corpus.formats.law_file import MAX_BYTES
from civicsetu.corpus.read import (
    SourceText,
    arrangement,
    parse_starter,
    read_official,
    read_starter,
)
from civicsetu.errors import CivicSetuError, CorpusError, NotThisLaw, SourceMissing
from civicsetu.law.documents import EditionKind
from tests.corpus.laws import meadow

VERSION = {
    "name": "consolidated",
    "label": "Consolidated",
    "filename": "text.txt",
    "text_as_of": "1960-01-01",
}
SPEC = meadow("1-2", official=(VERSION,))
OFFICIAL = "THE MEADOW ACT, 1950\nNo. 3 of 1950\n\n1. A.\nMow.\n\n2. B.\nRake.\n"
AS_READ = OFFICIAL.replace("ACT, 1950\nNo.", "ACT, 1950 No.")
FRONT = {
    "document": "meadow_act",
    "edition": "plain",
    "text_as_of": "1960-01-01",
    "basis": "official",
    "restated_from": "the printed Act",
    "reviewed": "1960-02-01, line by line",
}
ONE = "## 1. A.\n\nThe keeper mows.\n"
BODY = ONE + "\n## 2. B.\n\nThe keeper rakes.\n"


def _starter(body: str = BODY, **changes: object) -> str:
    front = "".join(f"{key}: {value}\n" for key, value in (FRONT | changes).items() if value is not None)
    return f"---\n{front}---\n\n{body}"


def _folder(tmp_path: Path, content: bytes | str, name: str = "meadow_act/text.txt") -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return tmp_path


def _refused(error: CivicSetuError) -> str:
    """The message a person reads: one plain sentence."""
    message = error.user_message
    assert message.endswith(".") and "\n" not in message and len(message) < 300
    assert "Traceback" not in message and "Error" not in message
    return message


# -- official texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["meadow_act/text.txt", "text.txt"])
def test_no_word_of_an_official_text_is_altered(tmp_path: Path, name: str) -> None:
    source = read_official(SPEC, _folder(tmp_path, OFFICIAL, name))
    assert source.body == AS_READ
    assert source.sha256 == hashlib.sha256(OFFICIAL.encode()).hexdigest()
    assert (source.edition, source.language, source.text_as_of) == (
        EditionKind.OFFICIAL,
        "en",
        date(1960, 1, 1),
    )
    assert [section.heading for section in source.divided().sections()] == ["A.", "B."]


def test_an_official_text_must_be_whole(tmp_path: Path) -> None:
    source = read_official(SPEC, _folder(tmp_path, OFFICIAL.split("2. B.")[0]))
    with pytest.raises(NotThisLaw, match="lacks section 2") as refused:
        source.divided()
    _refused(refused.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"\xff\xfe\x00M\x00e\x00a", "is not a text file"),
        (b"%PDF-1.7\n\xe2\xe3\xcf\xd3", "is not a text file"),
        (b"\x00" * 500, "holds signs that are no letters"),
        (b"\n\n   \n", "does not bear the title"),
        (OFFICIAL.replace("MEADOW", "BROOK").encode(), "does not bear the title"),
        (OFFICIAL.replace("1950", "1951").encode(), "does not bear the title"),
        (b"x" * 5_000 + OFFICIAL.encode(), "does not bear the title"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(NotThisLaw) as refused:
        read_official(SPEC, _folder(tmp_path, content))
    assert reason in _refused(refused.value)
    assert "Meadow Act, 1950" in _refused(refused.value)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    folder = _folder(tmp_path, b"")
    with (folder / "meadow_act" / "text.txt").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(NotThisLaw) as refused:
        read_official(SPEC, folder)
    assert "is larger than 20 MB" in _refused(refused.value)


def test_a_title_may_be_printed_over_lines_and_in_capitals(tmp_path: Path) -> None:
    printed = OFFICIAL.replace("THE MEADOW ACT, 1950", "THE  MEADOW\nACT,\n1950.")
    assert read_official(SPEC, _folder(tmp_path, printed)).body.split() == printed.split()


@pytest.mark.parametrize("made", ["nothing", "an empty folder", "a folder of that name"])
def test_a_missing_text_is_said_to_be_missing(tmp_path: Path, made: str) -> None:
    folder = tmp_path / "nowhere" if made == "nothing" else tmp_path
    if made == "a folder of that name":
        (tmp_path / "meadow_act" / "text.txt").mkdir(parents=True)
    with pytest.raises(SourceMissing) as refused:
        read_official(SPEC, folder)
    assert ("no folder" if made == "nothing" else "No file") in _refused(refused.value)


def test_a_file_in_the_place_of_the_folder_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "law").write_text("x")
    with pytest.raises(SourceMissing) as refused:
        read_official(SPEC, tmp_path / "law")
    assert "no folder" in _refused(refused.value)


# -- restatements --------------------------------------------------------------------------------------


def test_a_restatement_is_read() -> None:
    source = parse_starter(SPEC, _starter(note="Every section."))
    assert source.body == BODY
    assert source.sha256 == hashlib.sha256(BODY.encode()).hexdigest()
    assert (source.edition, source.language, source.text_as_of) == (EditionKind.PLAIN, "en", date(1960, 1, 1))
    assert source.note == "Every section." and source.holds == ()
    assert [str(section.path) for section in source.divided().sections()] == ["1", "2"]


def test_a_restatement_of_a_part_says_which_part() -> None:
    source = parse_starter(SPEC, _starter(ONE, holds='"1"'))
    assert source.holds == ("1",)
    assert [str(section.path) for section in source.divided().sections()] == ["1"]


@pytest.mark.parametrize(
    ("body", "holds", "reason"),
    [
        (ONE, None, "lacks section 2"),
        (ONE, '"1-2"', "lacks section 2"),
        (BODY, '"1"', "has, unsaid, section 2"),
        (BODY + "\n## 2. B.\n\nThe keeper rakes.\n", None, "prints twice section 2"),
        (BODY + "\n## 3. C.\n\nThe keeper rests.\n", None, "should not have section 3"),
        (BODY.replace("## 2.", "## 3."), None, "lacks section 2"),
        ("## 2. B.\n\nThe keeper rakes.\n\n" + ONE, None, "section 1 stands out of order"),
        (BODY.replace("The keeper rakes.\n", ""), None, "section 2 has a heading and no text"),
        (BODY.replace("rakes.", "rakes and"), None, "section 2 breaks off"),
    ],
)
def test_a_restatement_with_wrong_missing_or_doubled_numbers_is_refused(
    body: str, holds: str | None, reason: str
) -> None:
    with pytest.raises(NotThisLaw) as refused:
        parse_starter(SPEC, _starter(body, holds=holds)).divided()
    assert reason in _refused(refused.value)
    assert refused.value.user_message.startswith("meadow_act.md: Meadow Act, 1950: ")


def test_a_rule_in_the_body_is_no_front_matter() -> None:
    assert parse_starter(SPEC, _starter(BODY + "\n---\n\nmore\n")).body == BODY + "\n---\n\nmore\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\n",
        "---\n---\n",
        BODY,
        "x" + _starter(),
        "---\n- a\n- b\n---\n" + BODY,
        "---\na: [unclosed\n---\n" + BODY,
        _starter(document="brook_act"),
        _starter(document=None),
        _starter(edition="official"),
        _starter(edition="rumour"),
        _starter(text_as_of="last spring"),
        _starter(text_as_of=None),
        _starter(basis=None),
        _starter(colour="green"),
        _starter(holds="all"),
        _starter(holds="2-1"),
    ],
)
def test_a_malformed_front_matter_is_refused(text: str) -> None:
    with pytest.raises(CorpusError) as refused:
        parse_starter(SPEC, text)
    assert "The restatement of meadow_act cannot be used" in _refused(refused.value)


@pytest.mark.parametrize(
    ("change", "named"), [({"colour": "green"}, "colour"), ({"text_as_of": "last spring"}, "text_as_of")]
)
def test_the_wrong_field_is_named(change: dict[str, object], named: str) -> None:
    with pytest.raises(CorpusError) as refused:
        parse_starter(SPEC, _starter(**change))
    assert named in _refused(refused.value)


def test_no_restatement_is_no_error() -> None:
    assert read_starter(SPEC) is None


# -- headings ------------------------------------------------------------------------------------------


def _printing(monkeypatch: pytest.MonkeyPatch, headings: dict[str, str]) -> SourceText:
    monkeypatch.setattr("civicsetu.corpus.read.arrangement", lambda key: headings)
    return parse_starter(SPEC, _starter("## 1. Mowing of meadows.\n\nMow.\n", holds='"1"'))


def test_headings_are_held_against_the_laws_own(monkeypatch: pytest.MonkeyPatch) -> None:
    _printing(monkeypatch, {"1": "Mowing of meadows."}).divided()
    _printing(monkeypatch, {"1": "Mowing  of Meadows"}).divided()
    _printing(monkeypatch, {"2": "Raking."}).divided()
    with pytest.raises(NotThisLaw) as refused:
        _printing(monkeypatch, {"1": "Raking of meadows."}).divided()
    assert "section 1 is headed 'Mowing of meadows.'" in _refused(refused.value)


def test_a_law_without_a_recorded_arrangement_has_none() -> None:
    assert arrangement("meadow_act") == {}
