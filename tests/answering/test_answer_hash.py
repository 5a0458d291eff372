"""`answer_hash` names everything that can change an answer: one byte more, and it is another."""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from pydantic import BaseModel

import civicsetu
from civicsetu.answering.answer_hash import THRESHOLDS, AnswerHash, data_digests, package_digests
from civicsetu.models.prepared import MANIFEST, PARTS, file_digests, part_folder
from civicsetu.retrieval.plan import Votes
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.settings import CacheSettings, ModelSettings, RetrievalSettings, Settings

PACKAGE = Path(civicsetu.__file__).parent
NO_ANSWER = ("web/", "evaluation/", "stores/migrations/", "answering/validating/")
DATA = sorted(
    path.relative_to(PACKAGE).as_posix()
    for path in PACKAGE.rglob("*")
    if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".py", ".pyi", ".pyc")
)
LAW = "0123456789abcdef"
ROOMS = ("answering", "claims", "corpus/statements", "lexicon", "models", "planner", "query", "retrieval")
CHANGE_NO_ANSWER = {
    "answering/admission/rate_limit.py: _FEW_NAMES",
    "answering/batch.py: _LONGEST_TOLD",
    "answering/composing/values/value_sentences.py: _LAKH",
    "answering/composing/values/value_sentences.py: _THOUSAND",
    "answering/graph_connection.py: _HOPELESS",
    "answering/lookup/places.py: _LONGEST_PATH",
    "answering/lookup/search.py: MOST_FOUND",
    "answering/lookup/search.py: TOP_K",
    "answering/question.py: _LONGEST_TYPED",
    "claims/parameter_check.py: _TEXTS_KEPT",
    "corpus/statements/catalogue.py: MOST_REQUIRED",
    "corpus/statements/entries.py: MOST_WORDS",
    "corpus/statements/entries.py: MOST_WORDS_WITH_NOTE",
    "corpus/statements/lint.py: MOST_LONG",
    "corpus/statements/lint.py: MOST_MEDIAN",
    "corpus/statements/lint.py: MOST_RARE",
    "corpus/statements/lint.py: MOST_RARE_MEAN",
    "corpus/statements/lint.py: _USED_OFTEN",
    "corpus/statements/translations.py: _DIGEST_LENGTH",
    "lexicon/stems.py: _REMEMBERED",
    "models/encoders.py: _TEXTS_KEPT",
    "models/encoders.py: _TOKENS_KEPT",
    "models/late_interaction.py: _INT8",
    "models/packed.py: _BLOCK",
    "models/packed.py: _FLOAT32",
    "models/packed.py: _FOUR_BIT",
    "models/prepared.py: STATES_LAYER",
    "models/rebuild.py: _LEAST_AGREEMENT",
    "models/whitening.py: SHRINKAGE",
    "models/whitening.py: _FEWEST",
    "models/writer/deployments.py: WINDOW_UNKNOWN",
    "models/writer/litellm_chain.py: _REPLY_SHARE",
    "models/writer/model_call.py: MESSAGE_TOKENS",
    "models/writer/model_call.py: _CHARACTERS_PER_TOKEN",
    "models/writer/model_call.py: _ROOM_LEAST",
    "models/writer/model_call.py: _SEEN_LEAST",
    "models/writer/model_call.py: _SLACK",
    "planner/budget.py: CHARS_PER_TOKEN",
    "planner/metrics.py: _PLACES",
    "retrieval/caching/bounded_cache.py: _GIVEN_UP",
    "retrieval/caching/query_vectors.py: _ROUNDING",
    "retrieval/context/law_context.py: CHARS_PER_TOKEN",
    "retrieval/plan.py: _LINE_CHARS",
    "retrieval/retriever.py: _AT_ONCE",
}
"""Sizes of caches, lines and look-ups, what is refused, what an export of the law counts, what number words mean, how
data that ships is reviewed and models are prepared (both are in the digest as files), and how a writer's budget is kept."""
SECONDS_OR_BYTES = ("_S", "_BYTES")
"""How a deadline or the size of a file ends; neither changes what is answered in time."""


def settings(**changes: object) -> Settings:
    return Settings(_env_file=None, **changes)  # type: ignore[call-arg, arg-type]


def hash_of(told: Settings | None = None, **parts: object) -> str:
    return AnswerHash(told or settings(), **parts).answer_hash(LAW)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the package whose files a test may change."""
    folder = tmp_path_factory.mktemp("copied") / "civicsetu"
    yield shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__"))


def test_the_package_has_data_that_changes_answers() -> None:
    told = package_digests()
    assert len(told) > 40 and all(len(digest) == 64 for digest in told.values())
    assert any(name.endswith("registry.yaml") for name in told)
    assert not [name for name in told if name.endswith((".py", ".mako")) or "__pycache__" in name]


@pytest.fixture(scope="module")
def untouched(copied: Path) -> dict[str, str]:
    """The digests of that copy; each test leaves it as it was."""
    return dict(data_digests(copied))


@pytest.mark.parametrize("name", DATA)
def test_one_byte_of_any_data_file_makes_it_another(
    copied: Path, untouched: dict[str, str], name: str
) -> None:
    before = untouched
    file = copied / name
    content = file.read_bytes()
    file.write_bytes(content + b"\n")
    after = data_digests(copied)
    file.write_bytes(content)
    if name.startswith(NO_ANSWER):
        assert after == before, "neither what is shown nor what measures makes an answer"
    else:
        assert {one for one in after if after[one] != before[one]} == {name}
        assert hash_of(data=after) != hash_of(data=before)


def test_a_new_data_file_makes_it_another(copied: Path) -> None:
    before = data_digests(copied)
    added = copied / "corpus" / "more_words.yaml"
    added.write_text("a: b\n", "utf-8")
    after = data_digests(copied)
    added.unlink()
    assert set(after) - set(before) == {"corpus/more_words.yaml"}
    assert hash_of(data=after) != hash_of(data=before)


@pytest.mark.parametrize("room", THRESHOLDS, ids=lambda room: type(room).__name__)
def test_every_threshold_makes_it_another(room: BaseModel) -> None:
    others = tuple(one for one in THRESHOLDS if one is not room)
    for name, value in room:
        other = not value if isinstance(value, bool) else value + 1 if isinstance(value, int | float) else type(value)(["x"])
        moved = room.model_copy(update={name: other})
        assert hash_of(thresholds=(*others, moved)) != hash_of(thresholds=(*others, room)), name


def test_every_row_of_the_table_of_retrievers_makes_it_another() -> None:
    as_shipped = hash_of(retrievers=RETRIEVERS)
    assert as_shipped == hash_of()
    for at, row in enumerate(RETRIEVERS):
        for changed in (
            replace(row, weight=row.weight + 1),
            replace(row, depth=row.depth + 1),
            *(replace(row, votes=replace(row.votes, **{vote.name: not getattr(row.votes, vote.name)})) for vote in fields(Votes)),
        ):
            assert hash_of(retrievers=(*RETRIEVERS[:at], changed, *RETRIEVERS[at + 1 :])) != as_shipped
        assert hash_of(retrievers=(*RETRIEVERS[:at], *RETRIEVERS[at + 1 :])) != as_shipped
    assert hash_of(retrievers=RETRIEVERS[::-1]) != as_shipped, "a retriever may start from the rows above"


def test_every_frozen_thresholds_of_a_room_is_named() -> None:
    named = {type(one).__name__ for one in THRESHOLDS}
    declared = {
        node.name
        for room in ROOMS
        for path in (PACKAGE / room).rglob("thresholds.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    assert declared == named and len(named) == len(THRESHOLDS)


def test_no_number_that_changes_answers_stands_in_code() -> None:
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}: {name}"
        for room in ROOMS
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for name in _numbers_of(ast.parse(path.read_text("utf-8")))
        if not name.endswith(SECONDS_OR_BYTES)
    }
    assert {one for one in found if not one.startswith(NO_ANSWER)} == CHANGE_NO_ANSWER


def _numbers_of(module: ast.Module) -> Iterator[str]:
    """The names that a module gives to a number."""
    for node in module.body:
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if isinstance(value, ast.UnaryOp):
            value = value.operand
        if isinstance(value, ast.Constant) and type(value.value) in (int, float):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]  # type: ignore[union-attr]
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        if isinstance(node, ast.Assign) and isinstance(value, ast.Tuple) and isinstance(node.targets[0], ast.Tuple):
            numbers = [isinstance(one, ast.Constant) and type(one.value) in (int, float) for one in value.elts]
            named = zip(node.targets[0].elts, numbers, strict=True)
            yield from (target.id for target, is_number in named if is_number and isinstance(target, ast.Name))


def test_settings_models_and_law_make_it_another(tmp_path: Path) -> None:
    as_set = hash_of()
    assert as_set == hash_of() == hash_of(settings(port=9000)) and len(as_set) == 12
    assert hash_of(settings(retrieval=RetrievalSettings(max_context=3))) != as_set  # type: ignore[call-arg]
    assert hash_of(settings(cache=CacheSettings(results=False))) != as_set  # type: ignore[call-arg]
    assert hash_of(settings(models=ModelSettings(embedder="e5-small-fp32"))) != as_set  # type: ignore[call-arg]
    assert AnswerHash(settings()).answer_hash("another") != as_set
    elsewhere = settings(data_dir=tmp_path)
    before = hash_of(elsewhere)
    _prepared(elsewhere, "0" * 64)
    assert set(file_digests(elsewhere).values()) == {"0" * 64}
    one = hash_of(elsewhere)
    _prepared(elsewhere, "1" * 64)
    assert len({before, one, hash_of(elsewhere)}) == 3


def _prepared(told: Settings, digest: str) -> None:
    """The record of prepared models whose files have that digest."""
    for part in PARTS.values():
        folder = part_folder(told, part.name)
        folder.mkdir(parents=True, exist_ok=True)
        files = {"model.onnx": {"size": 1, "mtime_ns": 1, "sha256": digest}}
        told_of = {"part": part.name, "recipe": part.recipe, "files": files}
        (folder / MANIFEST).write_text(json.dumps(told_of), "utf-8")
