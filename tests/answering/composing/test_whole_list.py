"""A list that is asked for is given whole, or with the places of the rest; nothing else becomes a list."""

from __future__ import annotations

import pytest

from civicsetu.answering.citing import cite
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex, build_statement_index
from civicsetu.answering.composing.whole_list import asks_for_list, complete_list
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.plain_editions import divide_plain_edition
from civicsetu.corpus.statements.catalogue import load_statements
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.law.answers import Support
from civicsetu.law.documents import DocType, DocumentSpec, EditionKind
from tests.answering.composing.mills import REGISTRY, Embedder, names, whitening
from tests.corpus.statements.meadow import FACTS
from tests.retrieval.lantern_act import index_of

KEY = "ferry_act_1960"
SPEC = DocumentSpec(
    key=KEY, title="Ferry Act, 1960", short_title="Ferry Act", jurisdiction="CENTRAL", expected="1-3",
    doc_type=DocType.ACT, definitions=("3",),
)  # fmt: skip
GOODS = ("oars", "ropes", "sails", "bells", "flags", "poles", "pumps", "nets", "lamps", "maps")
BODY = f"""## 1. Duties.

The ferryman must carry these on board:

{chr(10).join(f"({chr(97 + at)}) He must carry {name}.{chr(10)}" for at, name in enumerate(GOODS[:4]))}
Proviso: He need not carry anything on a feast day.

## 2. Rights.

(1) A passenger may see the boat. It may be seen at noon.

(2) A passenger may see the map.

(3) A passenger may see the oars.

(4) A passenger must pay the fare.

## 3. Words.

(a) A boat is a house that swims.

(b) A fare is what is paid.

(c) A bank is where a river ends.
"""
LONG = BODY.replace("(d) He must carry bells.\n", "".join(
    f"({chr(97 + at)}) He must carry {name}.\n\n" for at, name in enumerate(GOODS) if at >= 3
))  # fmt: skip


def entry(name: str, says: str, path: str, words: str, kind: str = "duty", bearer: str = "promoter", more: str = "") -> str:
    return (
        f"- id: {name}\n  says: {says}\n  kind: {kind}\n  bearer: {bearer}\n  provisions: [{path}]\n"
        f"  passages: [{words}]\n{more}"
    )


def statements(count: int) -> str:
    clauses = "".join(
        entry(f"ferry.1-{chr(97 + at)}.{name}", f"The builder must carry {name}.", f'"1({chr(97 + at)})"', f'"He must carry {name}"')
        for at, name in enumerate(GOODS[:count])
    )
    rights = "".join(
        entry(f"ferry.2-{at}.see", f"A buyer may see the {name}.", f'"2({at})"', f'"A passenger may see the {name}"', kind="right")
        for at, name in enumerate(("boat", "map", "oars"), start=1)
    )
    return (
        f"law: {KEY}\nstatements:\n{clauses}{rights}"
        + entry("ferry.1.all", "The builder must carry oars and ropes.", '"1(a)", "1(b)"', '"He must carry oars", "He must carry ropes"')
        + entry("ferry.1.feast", "On a feast day the builder carries nothing.", '"1 proviso"', '"He need not … feast day"')
        + entry("ferry.2-1.noon", "A buyer may see the boat at noon.", '"2(1)"', '"It may be seen at noon"')
        + entry("ferry.2-4.fare", "A buyer must pay the fare.", '"2(4)"', '"A passenger must pay the fare"', bearer="allottee")
        + "".join(
            entry(f"ferry.3-{label}.word", f"A {word} is said.", f'"3({label})"', f'"A {word} is"', kind="definition")
            for label, word in (("a", "boat"), ("b", "fare"), ("c", "bank"))
        )
    )  # fmt: skip


async def index_of_ferries(body: str = BODY, count: int = 4) -> StatementIndex:
    edition = divide_plain_edition(SPEC, divide(body, SPEC, STARTER))
    catalogue = load_statements({f"{KEY}.yaml": statements(count)}, lambda _: edition, FACTS)
    return await build_statement_index(
        catalogue, {}, index_of((SPEC, EditionKind.PLAIN, body)), Embedder(), whitening()
    )


def of(index: StatementIndex, *ids: str) -> list[StatementHeld]:
    return [one for name in ids if (one := index.get(name)) is not None]


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_of_ferries()


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("List the duties of a ferryman.", True),
        ("What are all the papers I have to bring?", True),
        ("What must the notice contain?", True),
        ("Which grounds are there to refuse it?", True),
        ("मालिक के क्या-क्या कर्तव्य हैं?", True),
        ("What does the state want from us?", False),
        ("How much is the fare?", False),
        ("What is the fee?", False),
    ],
)
def test_a_list_is_known_by_its_words(question: str, asks: bool) -> None:
    assert asks_for_list(question) is asks


async def test_the_clauses_that_are_not_said_follow_in_the_order_of_the_law(index: StatementIndex) -> None:
    said = of(index, "ferry.1-c.sails", "ferry.1-a.oars")
    whole = ["ferry.1-c.sails", "ferry.1-a.oars", "ferry.1-b.ropes", "ferry.1-d.bells"]
    assert names(complete_list(said, 0.7, index)) == whole
    assert names(complete_list(said, 0.7, index, {"The builder must carry ropes."})) == [whole[0], whole[1], whole[3]]


async def test_what_a_statement_sums_up_is_not_said_again(index: StatementIndex) -> None:
    said = of(index, "ferry.1.all")
    assert names(complete_list(said, 0.7, index)) == ["ferry.1.all", "ferry.1-c.sails", "ferry.1-d.bells"]


async def test_sub_sections_make_a_list_with_what_is_alike(index: StatementIndex) -> None:
    said = complete_list(of(index, "ferry.2-2.see"), 0.3, index)
    assert names(said) == ["ferry.2-2.see", "ferry.2-1.see", "ferry.2-3.see"], "not what a buyer owes"


@pytest.mark.parametrize(
    ("said", "chance"),
    [
        (("ferry.1-a.oars", "ferry.1-b.ropes"), 0.4),
        (("ferry.1-a.oars",), 0.9),
        (("ferry.3-a.word", "ferry.3-b.word"), 0.9),
        (("ferry.1.feast",), 0.9),
        ((), 0.9),
    ],
)
async def test_what_is_unsure_of_one_clause_or_no_list_stays_as_it_is(
    index: StatementIndex, said: tuple[str, ...], chance: float
) -> None:
    assert list(complete_list(of(index, *said), chance, index)) == of(index, *said)


async def test_of_a_long_list_the_rest_stands_behind_links() -> None:
    index = await index_of_ferries(LONG, len(GOODS))
    said = complete_list(of(index, "ferry.1-a.oars", "ferry.1-b.ropes"), 0.7, index)
    assert len(said) == ANSWERING.list_statements
    sentences, citations = cite(said, index_of((SPEC, EditionKind.PLAIN, LONG)), REGISTRY)
    last = sentences[-1]
    assert last.support is Support.NONE and last.text.startswith("The list has 3 more")
    assert [citations[at].provision for at in last.citations] == ["1(h)", "1(i)", "1(j)"]


async def test_the_last_clause_stands_last_though_it_answers_best(index: StatementIndex) -> None:
    """What comes last in a law is often what says least: "other goods that are named"."""
    said = complete_list(of(index, "ferry.1-d.bells", "ferry.1-a.oars"), 0.9, index)
    assert names(said) == ["ferry.1-a.oars", "ferry.1-b.ropes", "ferry.1-c.sails", "ferry.1-d.bells"]
