"""The texts of what is out of scope: whole, in six languages, each law of the closed list among them."""

from __future__ import annotations

from collections import Counter, defaultdict

from civicsetu.corpus.question_index.indexed_texts import own_indexed_texts
from civicsetu.corpus.registry import get_registry
from civicsetu.law.other_laws import OtherLaw
from civicsetu.retrieval.answerability.scope_texts import scope_texts
from civicsetu.retrieval.scope_kinds import ScopeKind

LANGUAGES = {"en", "hi", "hi-Latn", "mr", "ta", "kn"}


def test_every_kind_is_spoken_of_in_six_languages() -> None:
    spoken: dict[ScopeKind, set[str]] = defaultdict(set)
    for text in scope_texts():
        spoken[text.kind].add(text.language)
    assert spoken == {kind: LANGUAGES for kind in ScopeKind}


def test_laws_of_the_closed_list_have_texts_and_other_laws_without_a_name_have_more() -> None:
    laws = Counter(text.law for text in scope_texts() if text.kind is ScopeKind.OTHER_LAW)
    assert set(laws) <= {*OtherLaw, None} and len(laws) >= 20
    assert min(laws.values()) >= 15 and laws[None] > 1000


def test_only_other_law_has_a_law() -> None:
    assert not [text for text in scope_texts() if text.law and text.kind is not ScopeKind.OTHER_LAW]


def test_a_topic_is_of_one_kind_and_law() -> None:
    of_topic: dict[str, set[tuple[ScopeKind, OtherLaw | None]]] = defaultdict(set)
    for text in scope_texts():
        of_topic[text.topic].add((text.kind, text.law))
    assert not [topic for topic, kinds in of_topic.items() if len(kinds) > 1]


def test_a_text_is_one_line_told_once_in_its_kind() -> None:
    texts = scope_texts()
    assert not [text for text in texts if not text.text or text.text != " ".join(text.text.split())]
    counted = Counter((text.topic, text.language, text.text.casefold()) for text in texts)
    assert not [text for text, times in counted.items() if times > 1]


def test_nothing_out_of_scope_is_a_question_of_our_law() -> None:
    ours = {
        text.casefold()
        for key in get_registry().documents
        for texts in own_indexed_texts(key).expected_questions.values()
        for text in texts
    }
    out = [text.text for text in scope_texts() if text.kind is not ScopeKind.IN_SCOPE]
    assert len(ours) > 1000 and not [text for text in out if text.casefold() in ours]
