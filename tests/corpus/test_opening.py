"""A provision opened by its path, by a page of the print or by an offset, in each text of a law."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from civicsetu.corpus import opening
from civicsetu.corpus.opening import OpenedProvision, open_place
from civicsetu.corpus.registry import Registry
from civicsetu.errors import CivicSetuError, InputError, NotFound, UnknownDocument
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import provision_id
from civicsetu.settings import Settings
from civicsetu.stores.law.law_store import LawStore
from tests.stores.sample import ACT, act_parts, as_enacted, consolidated, rows

BODY = as_enacted(act_parts(" as passed")).body
PAGES = (0, BODY.index("2. Definitions"), BODY.index("(b) by the day agreed"))


class Opening:
    """`open_place` on the Homes Act."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def __call__(self, version: str, **place: Any) -> list[OpenedProvision]:
        return await open_place(self._settings, ACT.key, version, **place)

    async def one(self, version: str, **place: Any) -> OpenedProvision:
        [opened] = await self(version, **place)
        return opened

    async def refused(self, version: str, **place: Any) -> CivicSetuError:
        with pytest.raises(CivicSetuError) as caught:
            await self(version, **place)
        told = caught.value.user_message
        assert told.endswith(".") and "\n" not in told
        return caught.value


@pytest.fixture
async def opened(stores: Settings, law: LawStore, monkeypatch: pytest.MonkeyPatch) -> Opening:
    """The Homes Act in three texts: as enacted on three pages, consolidated, and in plain words."""
    monkeypatch.setattr(opening, "get_registry", lambda: Registry({ACT.key: ACT}, {}))
    await law.replace_edition(as_enacted(act_parts(" as passed"), page_starts=PAGES))
    await law.replace_edition(consolidated(act_parts()))
    await law.replace_edition(rows(act_parts(" in plain words"), edition=EditionKind.PLAIN))
    return Opening(stores)


async def test_a_path_opens_that_provision_with_its_heading_and_place(opened: Opening) -> None:
    one = await opened.one("as_enacted", path="3(1)(b) proviso")
    assert one.text == "Provided that interest is paid.\n" == BODY[one.start : one.end]
    assert (one.heading, one.page, one.version) == ("Return of money", 3, "As enacted in 2020")
    assert (one.id, one.document) == (provision_id(ACT.key, "3(1)(b) proviso"), ACT.key)
    assert one.describe() == (
        f"homes_act_2020 3(1)(b) proviso (As enacted in 2020, page 3, characters {one.start} to {one.end})\n"
        "Return of money\nProvided that interest is paid."
    )


@pytest.mark.parametrize(
    ("version", "words", "label"),
    [
        ("official", "the Homes Act.", "Consolidated text"),
        ("consolidated", "the Homes Act.", "Consolidated text"),
        ("as_enacted", "the Homes Act as passed.", "As enacted in 2020"),
        ("plain", "the Homes Act in plain words.", "plain"),
    ],
)
async def test_each_text_is_opened_by_its_name_and_a_provision_has_one_id_in_all(
    opened: Opening, version: str, words: str, label: str
) -> None:
    one = await opened.one(version, path=" 1 ")
    assert one.text.strip().endswith(words)
    assert (one.version, one.id) == (label, provision_id(ACT.key, "1"))


async def test_an_offset_opens_the_innermost_provision_there(opened: Opening) -> None:
    at = BODY.index("he shall return")
    assert (await opened.one("as_enacted", offset=at)).provision == "3(1)(b)"
    one = await opened.one("as_enacted", offset=len(BODY) - 1)
    assert (one.provision, one.end) == ("3(2)", len(BODY))


async def test_a_page_opens_all_that_stands_on_it_and_tells_where_each_begins(opened: Opening) -> None:
    assert [one.provision for one in await opened("as_enacted", page=1)] == ["1"]
    last = await opened("as_enacted", page=3)
    assert [(one.provision, one.page) for one in last] == [
        ("3", 2), ("3(1)", 2), ("3(1)(b)", 3), ("3(1)(b) proviso", 3), ("3(2)", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("version", "place"),
    [
        ("as_enacted", {"path": "4"}),
        ("as_enacted", {"path": "3(1)(z)"}),
        ("as_enacted", {"page": 4}),
        ("as_enacted", {"page": 0}),
        ("as_enacted", {"offset": 0}),
        ("as_enacted", {"offset": 10**12}),
        ("official", {"page": 1}),
        ("plain", {"page": 1}),
    ],
)
async def test_where_nothing_stands_the_text_is_named(
    opened: Opening, version: str, place: dict[str, Any]
) -> None:
    error = await opened.refused(version, **place)
    assert isinstance(error, NotFound)
    assert error.user_message == f"Nothing stands there in the {version} text of The Homes Act, 2020."


@pytest.mark.parametrize("version", ["repealed", "", "OFFICIAL", "%", "as_enacted; drop table editions"])
async def test_a_version_that_is_not_held_is_named(opened: Opening, version: str) -> None:
    error = await opened.refused(version, path="1")
    assert isinstance(error, NotFound) and f"The {version} text" in error.user_message


@pytest.mark.parametrize("path", ["", "section 18", "18.1", "(1)", "3(1", "3(1)\n(a)", "999999"])
async def test_what_is_no_path_is_told_with_how_to_write_one(opened: Opening, path: str) -> None:
    error = await opened.refused("official", path=path)
    assert isinstance(error, InputError) and "18(1)(a)" in error.user_message


@pytest.mark.parametrize("place", [{}, {"path": "1", "page": 1}, {"page": 1, "offset": 0}])
async def test_exactly_one_place_is_asked_for(opened: Opening, place: dict[str, Any]) -> None:
    assert isinstance(await opened.refused("official", **place), InputError)


async def test_a_law_that_is_not_known_is_told_with_those_there_are(
    opened: Opening, stores: Settings
) -> None:
    with pytest.raises(UnknownDocument, match="homes_act_2020"):
        await open_place(stores, "homes_act_1950", "official", path="1")


def test_what_the_print_gives_wrongly_is_said_before_its_words() -> None:
    opened = OpenedProvision(
        id=UUID(int=1),
        document="meadow_rules",
        provision="3",
        heading="Hay.",
        version="As printed",
        page=2,
        start=10,
        end=20,
        text="Mow again.",
        misprinted="the print repeats rule 2 there",
    )
    assert opened.describe().split("\n") == [
        "meadow_rules 3 (As printed, page 2, characters 10 to 20)",
        "Misprinted, not the law: the print repeats rule 2 there.",
        "Hay.",
        "Mow again.",
    ]
