"""What is left out of a unit is left out by sentences, marked, and never what a citation needs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.extracts import (
    CUT,
    OMITTED,
    Extract,
    compress,
    cuts_of,
    pieces_of,
    to_text,
)
from civicsetu.corpus.law_index import IndexedEdition, LawIndex
from civicsetu.law.documents import EditionKind
from tests.retrieval.lantern_act import ACT, index_of, unit_id

WORDS = st.sampled_from(
    ["lantern", "No.", "Rs. 20", "keeper", "(a)", "Proviso:", "shall", "is shut", "1.", ";", ":", "any case"]
)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", ". ", ".\n\n", "\n", ";\n\n", ":\n\n"])), min_size=1)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def extract_of(index: LawIndex, path: str, kind: EditionKind = EditionKind.PLAIN) -> Extract:
    unit, edition = index.units[unit_id(path)], index.laws[ACT].editions[kind]
    place = edition.places[path]
    return Extract(unit, edition, 1, place.start, place.end, ((place.start, place.end),))


def extract_of_text(text: str) -> Extract:
    """A unit that says just that."""
    index = index_of()
    edition: IndexedEdition = replace(index.laws[ACT].editions[EditionKind.PLAIN], body=text)
    return Extract(index.units[unit_id("4")], edition, 1, 0, len(text), ((0, len(text)),))


def text_of(extract: Extract) -> str:
    return to_text(extract.edition.body, extract.start, extract.end, [extract])


@given(TEXTS)
def test_the_pieces_joined_are_the_text(parts: list[tuple[str, str]]) -> None:
    body = "".join(word + gap for word, gap in parts)
    pieces = pieces_of(body, 0, len(body))
    assert "".join(body[piece.start : piece.end] for piece in pieces) == body
    assert all(piece.sentence for piece in pieces) or not body.strip(" .;:\n")


def test_a_label_stays_with_its_sentence(index: LawIndex) -> None:
    texts = [
        index.laws[ACT].editions[EditionKind.PLAIN].body[piece.start : piece.end].strip()
        for piece in extract_of(index, "3(1)").pieces()
    ]
    assert texts[1:] == [
        "(a) One case is that the lantern hangs in a field.",
        "This field must be sown.",
        "(b) Another case is that the lantern hangs on a road.",
        "Proviso: No lantern is closed on a feast day.",
    ]


def test_compressing_keeps_the_best_sentences_in_the_laws_order(index: LawIndex) -> None:
    scores = {"No lantern is closed on a feast day.": 0.9, "This field must be sown.": 0.8}
    kept = compress(extract_of(index, "3(1)"), 2, lambda text: scores.get(text, 0.0))
    assert (
        text_of(kept)
        == "[…] This field must be sown.\n\n[…]\n\nProviso: No lantern is closed on a feast day."
    )
    assert kept.shown_chars < kept.whole_chars


def test_sentences_of_one_score_are_kept_from_the_beginning(index: LawIndex) -> None:
    kept = compress(extract_of(index, "3(2)"), 1, lambda text: 0.0)
    assert text_of(kept) == "(2) The keeper may ask Rs. 20 for each late entry. […]"


def test_a_cited_sentence_is_kept_beside_the_best(index: LawIndex) -> None:
    extract = extract_of(index, "3(2)")
    body, edition = extract.edition.body, extract.edition.edition_id
    start = body.index("It is paid")
    cited = [(edition, start, start + len("It is paid in coins."))]
    assert text_of(compress(extract, 1, lambda text: 0.0, cited)) == (
        "(2) The keeper may ask Rs. 20 for each late entry. […] It is paid in coins."
    )
    of_another = [("another edition", start, start + 5)]
    assert "coins" not in text_of(compress(extract, 1, lambda text: 0.0, of_another))


@given(TEXTS, st.integers(0, 4), st.randoms(use_true_random=False), st.data())
def test_what_is_cited_is_never_dropped_and_what_is_dropped_is_told(
    parts: list[tuple[str, str]], keep: int, random: object, data: st.DataObject
) -> None:
    extract = extract_of_text("".join(word + gap for word, gap in parts))
    start = data.draw(st.integers(0, extract.end - 1))
    end = data.draw(st.integers(start + 1, extract.end))
    marks = {piece.sentence: data.draw(st.floats(0, 1)) for piece in extract.pieces()}
    kept = compress(extract, keep, marks.__getitem__, [(extract.edition.edition_id, start, end)])
    assert any(first <= start and end <= last for first, last in kept.spans)
    assert all(first < last for first, last in kept.spans) and list(kept.spans) == sorted(kept.spans)
    pieces = len(extract.pieces())
    shown = sum(
        any(first <= piece.start and piece.end <= last for first, last in kept.spans)
        for piece in extract.pieces()
    )
    assert shown >= min(keep, pieces)
    assert (kept.shown_chars < kept.whole_chars) == (shown < pieces) == (OMITTED in text_of(kept))


def test_cuts_end_with_a_sentence_longest_first_and_say_so(index: LawIndex) -> None:
    cuts = [text_of(cut) for cut in cuts_of(extract_of(index, "3(2)"))]
    assert cuts == [
        f"(2) The keeper may ask Rs. 20 for each late entry. This fee goes to the town. {CUT}",
        f"(2) The keeper may ask Rs. 20 for each late entry. {CUT}",
    ]


@pytest.mark.parametrize("kind", list(EditionKind))
def test_nothing_is_cut_after_words_that_open_a_list(index: LawIndex, kind: EditionKind) -> None:
    cuts = [text_of(cut).removesuffix(CUT).rstrip() for cut in cuts_of(extract_of(index, "3(1)", kind))]
    assert cuts and not any(cut.endswith((":", "-", ",")) for cut in cuts)


def test_a_compressed_extract_is_cut_between_what_it_shows(index: LawIndex) -> None:
    scores = {"No lantern is closed on a feast day.": 0.9, "This field must be sown.": 0.8}
    kept = compress(extract_of(index, "3(1)"), 2, lambda text: scores.get(text, 0.0))
    assert [text_of(cut) for cut in cuts_of(kept)] == [f"[…] This field must be sown.\n\n{CUT}"]


def test_a_single_sentence_cannot_be_cut(index: LawIndex) -> None:
    assert list(cuts_of(extract_of(index, "2(b)"))) == []
