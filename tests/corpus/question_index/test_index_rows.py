"""Keyphrases are taken in beside their law: once, anew when something changed, and never for what is not held."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.question_index import index_rows
from civicsetu.corpus.question_index.index_rows import (
    PHRASES_A_ROW,
    made_with,
    passages,
    store_question_index,
)
from civicsetu.corpus.question_index.indexed_texts import Form, IndexedTexts, Language, parse_indexed_texts
from civicsetu.corpus.read import parse_starter
from civicsetu.corpus.registry import Registry
from civicsetu.errors import ModelError
from civicsetu.law.paths import provision_id
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.models.whitening import Whitening
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from tests.corpus.laws import MEADOW_EXPECTED_QUESTIONS, MEADOW_KEYPHRASES
from tests.corpus.test_ingest import AFTER, KEY, PLAIN, SPEC, Vectors
from tests.holding import quiet

WORDS = parse_indexed_texts(KEY, MEADOW_KEYPHRASES)
ROWS = 11
"""Six phrases of one unit and language make two rows; every other list makes one."""

BOTH = parse_indexed_texts(KEY, MEADOW_KEYPHRASES, MEADOW_EXPECTED_QUESTIONS)
TOLD = BOTH.expected_questions["2(1)"]
EXPECTED_QUESTIONS = 3
"""Each is a row; that of the fourth section has no place."""

TINY = EmbeddingProfile(name="tiny", backend="onnx", model_id="none", dimension=384, max_tokens=512)

MADE_BEFORE = "tiny, d9efe87be6811783e9d9efc4ac22208218dea15ed2ccd5936ea27909ea4ed491"
"""What a row of keyphrases and one of expected questions were marked with before they had these names."""

Take = Callable[..., Ingestion]


@pytest.fixture
def vectors() -> Vectors:
    return Vectors()


@pytest.fixture
def taker(database: Database, law: LawStore, vectors: Vectors) -> Take:
    """Takes in the Meadow Act with these keyphrases; every call is a run of its own."""

    def made(
        keyphrases: IndexedTexts | None = WORDS, profile: str = "tiny", opened: list[str] | None = None
    ) -> Ingestion:
        def open_embedder() -> Any:
            if opened is not None:
                opened.append(profile)
            return vectors

        model = TINY.model_copy(update={"name": profile})
        return Ingestion(
            database, law, cast(Any, open_embedder), model, None, Registry({KEY: SPEC}, {}), 10**9,
            keyphrases=lambda key: keyphrases if key == KEY else None,
        )  # fmt: skip

    return made


def plain(body: str = PLAIN) -> Any:
    return parse_starter(SPEC, body)


async def held(database: Database) -> list[tuple[str, str, str]]:
    """Path, language and text of every row."""
    query = """select path, language, text from question_index join provisions on provision_id = unit_id
        order by path, language, text"""
    async with database.connect() as connection:
        return [tuple(row) for row in await connection.execute(text(query))]


async def test_a_row_is_a_few_phrases_of_one_unit_in_one_language(
    taker: Take, database: Database, vectors: Vectors
) -> None:
    result = await taker().take_in(plain(), quiet)
    assert (result.keyphrases, result.unplaced) == (ROWS, ())
    rows = await held(database)
    assert len(rows) == ROWS
    assert ("2(1)", "en", "when to cut the grass; mowing in summer; owner wants it mown") in rows
    assert ("2(1)", "en", "hay time; grass too tall; scythe work") in rows
    assert ("3", "kn", "ಮುಚ್ಚಿದ ಹಳ್ಳ") in rows
    assert {"Brooks: blocked stream", "Mowing: mowing in the dark; noise after sunset"} <= set(
        vectors.embedded
    )
    assert "रात्री गवत कापणे" in vectors.embedded, "no English heading before another language"
    assert "ghaas kab kaate" in vectors.embedded
    async with database.connect() as connection:
        [vector] = await connection.execute(
            text("select embedding::text from question_index where unit_id = :unit and language = 'ta'"),
            {"unit": provision_id(KEY, "3")},
        )
    assert along(vector[0]) == (len("அடைபட்ட ஓடை"), 1.0)


def along(vector: str) -> tuple[int, float]:
    """The axis that a vector of `Vectors`, as Postgres prints it, points along, and how far."""
    numbers = json.loads(vector)
    axis = max(range(len(numbers)), key=lambda at: abs(numbers[at]))
    return axis, numbers[axis]


async def test_an_expected_question_is_a_row_of_its_own_embedded_as_a_question(
    taker: Take, database: Database, vectors: Vectors
) -> None:
    result = await taker(BOTH).take_in(plain(), quiet)
    assert (result.keyphrases, result.unplaced) == (ROWS + EXPECTED_QUESTIONS, ("4",))
    assert set(vectors.asked) == {*BOTH.expected_questions["1"], *TOLD}, "as told, without the heading"
    async with database.connect() as connection:
        found = await connection.execute(
            text("""select path, language, text, embedding::text from question_index
                join provisions on provision_id = unit_id where form = 'expected_question' order by text""")
        )
        rows = [(*row[:3], along(row[3])) for row in found]
    assert rows == sorted(
        ((path, "en", told, (len(told), -1.0)) for path, every in BOTH.expected_questions.items() if path != "4"
         for told in every),
        key=lambda row: row[2],
    )  # fmt: skip
    assert [row for row in await held(database) if row[2] not in vectors.asked] == await phrases_of(database)


async def phrases_of(database: Database) -> list[tuple[str, str, str]]:
    query = """select path, language, text from question_index join provisions on provision_id = unit_id
        where form = 'keyphrase' order by path, language, text"""
    async with database.connect() as connection:
        return [tuple(row) for row in await connection.execute(text(query))]


async def test_vectors_are_held_whitened_passages_and_questions_each_in_their_way(
    taker: Take, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whitening that takes one axis off passages and another off questions, and turns the axes round."""
    turned = np.eye(384, dtype=np.float32)[::-1].copy()
    axes = np.eye(384, dtype=np.float32)
    whitening = Whitening(turned, 2 * axes[0], -2 * axes[1])
    monkeypatch.setattr(index_rows, "whitening_of", lambda profile, dimension: whitening)
    await taker(BOTH).take_in(plain(), quiet)
    async with database.connect() as connection:
        found = await connection.execute(
            text("select form, text, embedding::text from question_index where text in (:phrase, :told)"),
            {"phrase": "ಮುಚ್ಚಿದ ಹಳ್ಳ", "told": TOLD[0]},
        )
        kept = {form: (told, np.array(json.loads(vector))) for form, told, vector in found}
    root = 5**-0.5
    told, vector = kept["keyphrase"]
    assert vector[383] == pytest.approx(-2 * root, abs=1e-6)
    assert vector[383 - len(told)] == pytest.approx(root, abs=1e-6)
    told, vector = kept["expected_question"]
    assert vector[382] == pytest.approx(2 * root, abs=1e-6)
    assert vector[383 - len(told)] == pytest.approx(-root, abs=1e-6)


async def test_another_whitening_makes_them_anew(
    taker: Take, law: LawStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await taker(BOTH).take_in(plain(), quiet)
    made = await law.question_index_made(KEY)
    zero = np.zeros(384, np.float32)
    other = Whitening(2 * np.eye(384, dtype=np.float32), zero, zero)
    monkeypatch.setattr(index_rows, "whitening_of", lambda profile, dimension: other)
    result = await taker(BOTH).take_in(plain(), quiet)
    assert (result.changed, result.keyphrases) == (False, ROWS + EXPECTED_QUESTIONS)
    assert await law.question_index_made(KEY) != made


async def test_law_that_has_phrases_gets_expected_questions_and_loses_them_again(
    taker: Take, database: Database, law: LawStore
) -> None:
    await taker().take_in(plain(), quiet)
    before, version = await held(database), await law.corpus_version()
    assert (await taker(BOTH).take_in(plain(), quiet)).keyphrases == ROWS + EXPECTED_QUESTIONS
    assert await law.corpus_version() != version
    await taker().take_in(plain(), quiet)
    assert await held(database) == before and await law.corpus_version() == version


async def test_a_law_of_expected_questions_alone_is_held(
    taker: Take, database: Database, vectors: Vectors
) -> None:
    alone = parse_indexed_texts(KEY, "", MEADOW_EXPECTED_QUESTIONS)
    assert (await taker(alone).take_in(plain(), quiet)).keyphrases == EXPECTED_QUESTIONS
    assert await phrases_of(database) == [] and len(await held(database)) == EXPECTED_QUESTIONS


async def test_progress_is_told_apart_from_that_of_the_law(taker: Take, vectors: Vectors) -> None:
    told: list[str] = []

    async def telling(passages: Any, on_progress: Any = None) -> Any:
        on_progress(len(passages), len(passages))
        return await Vectors.embed_passages(vectors, passages)

    vectors.embed_passages = telling  # type: ignore[method-assign]
    await taker().take_in(plain(), lambda step, share: told.append(f"{step} {share}"))
    assert told.index("embedding 1.0") < told.index("storing 1.0") < told.index("embedding keyphrases 1.0")


async def test_held_again_they_cost_nothing_and_load_no_model(taker: Take, database: Database) -> None:
    await taker().take_in(plain(), quiet)
    before, opened = await held(database), list[str]()
    again = await taker(opened=opened).take_in(plain(), quiet)
    assert (again.changed, again.keyphrases, opened) == (False, 0, [])
    assert await held(database) == before


async def test_law_taken_in_before_there_were_keyphrases_gets_them_without_being_embedded_again(
    taker: Take, database: Database, law: LawStore, vectors: Vectors
) -> None:
    await taker(keyphrases=None).take_in(plain(), quiet)
    assert await held(database) == []
    version = await law.corpus_version()
    vectors.embedded.clear()
    result = await taker().take_in(plain(), quiet)
    assert (result.changed, result.chunks, result.keyphrases) == (False, 0, ROWS)
    assert len(vectors.embedded) == ROWS
    assert await law.corpus_version() != version, "the serving process sees it with the next question"


async def test_a_changed_file_or_model_replaces_them_all(
    taker: Take, database: Database, law: LawStore
) -> None:
    await taker().take_in(plain(), quiet)
    version = await law.corpus_version()
    other = parse_indexed_texts(KEY, MEADOW_KEYPHRASES.replace("blocked stream", "dammed stream"))
    result = await taker(other).take_in(plain(), quiet)
    assert (result.changed, result.keyphrases) == (False, ROWS)
    assert ("3", "en", "dammed stream") in await held(database)
    assert ("3", "en", "blocked stream") not in await held(database)
    assert await law.corpus_version() != version
    made = await law.question_index_made(KEY)
    assert (await taker(other, profile="other").take_in(plain(), quiet)).keyphrases == ROWS
    assert await law.question_index_made(KEY) == made.replace("tiny", "other")


async def test_a_file_that_is_gone_takes_its_keyphrases_along(taker: Take, database: Database) -> None:
    await taker().take_in(plain(), quiet)
    opened: list[str] = []
    await taker(None, opened=opened).take_in(plain(), quiet)
    assert await held(database) == [] and opened == []


async def test_units_that_are_not_held_are_left_out_and_told_until_they_come(
    taker: Take, database: Database, tmp_path: Path
) -> None:
    part = PLAIN.replace("basis: official", "basis: official\nholds: 1-2").partition("## 3.")[0]
    result = await taker().take_in(plain(part), quiet)
    assert result.unplaced == ("3",) and result.keyphrases == ROWS - 3
    assert "3" not in {row[0] for row in await held(database)}
    (tmp_path / "text.txt").write_text(AFTER, "utf-8")
    [official] = await taker().official(KEY, tmp_path, quiet)
    assert (official.unplaced, official.keyphrases) == ((), ROWS)
    assert "3" in {row[0] for row in await held(database)}


async def test_a_model_that_fails_leaves_what_was_held(
    taker: Take, database: Database, vectors: Vectors
) -> None:
    await taker().take_in(plain(), quiet)
    before = await held(database)
    vectors.fails = True
    other = parse_indexed_texts(KEY, MEADOW_KEYPHRASES.replace("stream", "brook"))
    with pytest.raises(ModelError):
        await taker(other).take_in(plain(), quiet)
    assert await held(database) == before
    vectors.fails = False
    assert (await taker(other).take_in(plain(), quiet)).keyphrases == ROWS


async def test_a_document_that_is_not_held_has_none(law: LawStore, vectors: Vectors) -> None:
    async def embedder() -> Any:
        raise AssertionError("nothing is to be embedded")

    step = await store_question_index(KEY, law, TINY, embedder, quiet, lambda key: WORDS)
    assert (step.written, step.unplaced) == (0, ("1", "2(1)", "2(2)", "3"))


_PHRASES = st.lists(st.text("abcde", min_size=1, max_size=6), min_size=1, max_size=17, unique=True)


@given(_PHRASES, st.sampled_from(Language))
def test_no_phrase_is_lost_doubled_or_left_alone(phrases: list[str], language: Language) -> None:
    keyphrases = IndexedTexts(document=KEY, units={"1": {language: tuple(phrases)}})
    rows = list(passages(keyphrases, {"1": "Short title."}))
    groups = [row.text.split("; ") for row in rows]
    assert [phrase for group in groups for phrase in group] == phrases
    sizes = {len(group) for group in groups}
    assert max(sizes) <= PHRASES_A_ROW and max(sizes) - min(sizes) <= 1
    assert len(groups) == -(-len(phrases) // PHRASES_A_ROW)
    headed = [row.embedded == f"Short title: {row.text}" for row in rows]
    assert headed == [language is Language.ENGLISH] * len(rows)
    assert [row.index for row in rows] == list(range(len(rows)))


def test_the_mark_follows_whatever_is_embedded() -> None:
    def mark(
        words: IndexedTexts = WORDS, profile: str = "tiny", title: str = "Mowing.", whitening: str = "a"
    ) -> str:
        return made_with(profile, list(passages(words, {"2(2)": title})), whitening)

    changed = parse_indexed_texts(KEY, MEADOW_KEYPHRASES.replace("after sunset", "after dark"))
    elsewhere = parse_indexed_texts(KEY, MEADOW_KEYPHRASES.replace("stream", "brook"))
    assert mark() == mark(elsewhere) == mark(title="Mowing"), "what is not held and a stop change nothing"
    told = WORDS.model_copy(update={"expected_questions": {"2(2)": ("They mow at midnight with lamps.",)}})
    other = {mark(told), mark(changed), mark(profile="other"), mark(title="Meadows"), mark(whitening="b")}
    assert len({mark(), *other}) == 6
    assert made_with("tiny", [], "a") == ""


def test_a_phrase_and_an_expected_question_that_read_alike_are_different_rows() -> None:
    same = "goats in the meadow again"
    alike = IndexedTexts.model_validate(
        {"document": KEY, "units": {"1": {"en": [same]}}, "expected_questions": {"1": [same]}}
    )
    phrase, expected_question = passages(alike, {"1": ""})
    assert (phrase.form, expected_question.form) == (Form.KEYPHRASE, Form.EXPECTED_QUESTION)
    assert made_with("tiny", [phrase], "a") != made_with("tiny", [expected_question], "a")


def test_the_mark_is_that_of_rows_made_before_the_forms_were_renamed() -> None:
    """Whoever holds such rows keeps their vectors: to embed them all again takes a minute and more."""
    texts = IndexedTexts.model_validate(
        {
            "document": KEY,
            "units": {"1": {"en": ["goats in the meadow"], "hi": ["खुला फाटक"]}},
            "expected_questions": {"1": ["Our goats were gone in the morning."]},
        }
    )
    assert made_with("tiny", list(passages(texts, {"1": "Gates."})), "a") == MADE_BEFORE


async def test_progress_runs_through_phrases_and_then_expected_questions(law: LawStore, taker: Take) -> None:
    await taker(None).take_in(plain(), quiet)
    shares: list[float] = []

    class Telling(Vectors):
        async def embed_passages(self, passages: Any, on_progress: Any = None) -> Any:
            on_progress(len(passages), len(passages))
            return await super().embed_passages(passages)

    async def embedder() -> Any:
        return Telling()

    step = await store_question_index(
        KEY, law, TINY, embedder, lambda step, share: shares.append(share), {KEY: BOTH}.get
    )
    assert step.written == ROWS + EXPECTED_QUESTIONS
    assert shares == pytest.approx([ROWS / (ROWS + EXPECTED_QUESTIONS), 1.0])


async def test_the_command_tells_of_them_only_where_there_is_something_to_tell(
    taker: Take, capsys: pytest.CaptureFixture[str]
) -> None:
    from civicsetu.cli import _tell_ingestion

    part = PLAIN.replace("basis: official", "basis: official\nholds: 1-2").partition("## 3.")[0]
    _tell_ingestion(await taker().take_in(plain(part), quiet))
    told = capsys.readouterr().out
    assert "  8 rows of keyphrases written\n" in told
    assert "  keyphrases of what is not held here, left out: 3\n" in told
    _tell_ingestion(await taker(None).take_in(plain(part), quiet))
    assert "keyphrases" not in capsys.readouterr().out
