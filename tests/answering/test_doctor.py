"""Doctor looks at every file that a start trusts; damage is a line with its fix, never a traceback."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from civicsetu.answering.doctor import Diagnosis, examine
from civicsetu.models.prepared import RERANKER_PART
from civicsetu.models.profiles import get_profile
from civicsetu.retrieval.answerability import out_of_scope
from civicsetu.settings import Settings, load_settings
from tests.models.chat_provider import chat_provider, fails, says
from tests.stores.own_servers import settings_in

OTHER = "other subjects"
TRUSTED = [
    f"models/{RERANKER_PART}/manifest.json", OTHER, "official/last_round.json",
    "official/rera_act_2016/provenance.json", "graph/server.json", "graph/root.password",
    "postgres/postmaster.pid", "postgres/PG_VERSION", "recognised/x/0001.json", "page/chainlit.md",
]  # fmt: skip


def written(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


DAMAGES: dict[str, Callable[[Path], None]] = {
    "empty": lambda path: written(path, b""),
    "cut": lambda path: written(path, b'{"part": "x", "rec'),
    "binary": lambda path: written(path, bytes(range(256))),
    "a folder": lambda path: path.mkdir(parents=True),
    "a link to nothing": lambda path: (path.parent.mkdir(parents=True), path.symlink_to("nothing"))[0],
}


def place_of(settings: Settings, name: str) -> Path:
    if name != OTHER:
        return settings.data_path / name
    profile = get_profile(settings.models.embedder)
    return out_of_scope._path_of(settings.data_path / "models", profile.name, out_of_scope.phrases())


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("name", TRUSTED)
def test_no_damaged_file_ends_the_look(tmp_path: Path, name: str, damage: Callable[[Path], None]) -> None:
    settings = settings_in(tmp_path / "data")
    damage(place_of(settings, name))
    found = examine(settings)
    assert [finding for finding in found if finding.fix], "a folder where nothing is set up has fixes"
    assert all(str(tmp_path) not in finding.fix for finding in found)


def told(settings: Settings, part: str) -> list[Diagnosis]:
    return [finding for finding in examine(settings) if finding.part == part]


@pytest.mark.parametrize("damage", ["empty", "binary", "a folder"])
def test_damaged_vectors_and_records_are_named(tmp_path: Path, damage: str) -> None:
    settings = settings_in(tmp_path / "data")
    (tmp_path / "data").mkdir()
    assert told(settings, "fetched files") == []
    for name in (OTHER, "official/last_round.json", "official/rera_act_2016/provenance.json"):
        DAMAGES[damage](place_of(settings, name))
    assert [finding.what for finding in told(settings, "fetched files")] == [
        "official/last_round.json is damaged",
        "official/rera_act_2016/provenance.json is damaged",
    ]
    [vectors] = [one for one in told(settings, "models") if "out-of-scope-topics-" in one.what]
    assert vectors.what.endswith("is damaged") and "rebuilds it" in vectors.fix


def test_a_database_that_cannot_start_is_not_told_to_be_started(tmp_path: Path) -> None:
    settings = settings_in(tmp_path / "data")
    written(settings.data_path / "postgres" / "PG_VERSION", b"18\n")
    [found] = told(settings, "postgres")
    assert found.state == "damaged" and found.fix.count("civicsetu stop") == 1
    shutil.rmtree(settings.data_path / "postgres")
    assert told(settings, "postgres")[0].state == "stopped"


def test_without_a_chat_model_doctor_says_how_to_have_one(tmp_path: Path) -> None:
    [found] = told(settings_in(tmp_path / "data"), "chat models")
    assert found.state == "none" and not found.fix
    assert "no writing model is configured" in found.what and "CIVICSETU_WRITER__WRITING" in found.what


def test_each_chat_model_is_asked_and_what_is_wrong_has_a_fix(tmp_path: Path) -> None:
    with chat_provider(says("Yes."), fails(401)) as provider:
        writer = {"writing": ["openai/well", "openai/ill"], "addresses": {"openai": provider.address}}
        settings = load_settings(_env_file=None, data_dir=tmp_path / "data", writer=writer)
        found = {one.part: one for one in examine(settings) if one.part.startswith("chat model")}
    assert (found["chat model openai/well"].state, found["chat model openai/well"].fix) == ("ok", "")
    assert "refuses the key" in found["chat model openai/ill"].what
    assert "CIVICSETU_WRITER__KEYS__OPENAI" in found["chat model openai/ill"].fix
