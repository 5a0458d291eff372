"""Every language has every message with its places; one that has not is refused in one sentence."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

from civicsetu.errors import CatalogueRefused
from civicsetu.web.language.catalogue import (
    ENGLISH,
    FOLDER,
    LANGUAGES,
    MAP_GROUP,
    PAGE_GROUPS,
    check_chainlit,
    get_catalogues,
    name_for_chainlit,
    read_catalogues,
)
from civicsetu.web.pagefiles import check_languages
from civicsetu.web.pagefiles.check_languages import find_untold, list_names
from civicsetu.web.pagefiles.page_files import source_folder

TRANSLATIONS = source_folder() / ".chainlit" / "translations"
PUBLIC = source_folder() / "public"
KEPT_WORDS = {"GNU", "Affero", "General", "Public", "License", "RERA", "CivicSetu", "PDF", "JavaScript", "GST", "PAN", "civicsetu", "up", "section", "S", "me@example.com", "API", "URI", "oauth"}
KEPT_WORDS |= {"NCLT", "RTO", "India", "Code", "No", "Eight", "Vividh", "vi", "force", "majeure"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "catalogues"
    shutil.copytree(FOLDER, copied)
    return copied


def change(file: Path, group: str, key: str, text: str | None) -> None:
    """Write another text for a message; None takes it out."""
    told = yaml.safe_load(file.read_text("utf-8"))
    told["messages"][group].pop(key, None)
    if text is not None:
        told["messages"][group][key] = text
    file.write_text(yaml.safe_dump(told, allow_unicode=True), "utf-8")


def test_all_that_ship_are_complete() -> None:
    assert list(get_catalogues()) == list(LANGUAGES)
    check_chainlit(TRANSLATIONS)
    assert (TRANSLATIONS / f"{name_for_chainlit(ENGLISH)}.json").is_file()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "The language file ta.yaml lacks the message box.left."),
        ("", "In the language file ta.yaml the message box.left is empty."),
        ("எழுத்துகள்", "In the language file ta.yaml the placeholders of box.left differ from the English ones: count."),
        ("{count} {more}", "In the language file ta.yaml the placeholders of box.left differ from the English ones: more."),
    ],
)
def test_one_that_lacks_a_message_or_a_place_is_refused(folder: Path, text: str | None, told: str) -> None:
    change(folder / "ta.yaml", "box", "left", text)
    with pytest.raises(CatalogueRefused) as refused:
        read_catalogues(folder)
    assert refused.value.user_message == told


def test_one_that_has_too_much_is_refused(folder: Path) -> None:
    change(folder / "kn.yaml", "box", "odd", "x")
    with pytest.raises(CatalogueRefused, match=r"has the message box\.odd, which is not in the English one"):
        read_catalogues(folder)


@pytest.mark.parametrize("damage", ["", "messages: [", "language: hi\n", "language: mr\nlanguage: mr\n"])
def test_one_that_cannot_be_read_is_refused(folder: Path, damage: str) -> None:
    (folder / "hi.yaml").write_text(damage, "utf-8")
    with pytest.raises(CatalogueRefused, match=r"^The language file hi\.yaml "):
        read_catalogues(folder)


def test_a_translation_of_chainlits_that_lacks_a_text_is_refused(tmp_path: Path) -> None:
    shutil.copytree(TRANSLATIONS, tmp_path / "translations")
    file = tmp_path / "translations" / "mr-IN.json"
    told = json.loads(file.read_text("utf-8"))
    del told["chat"]["input"]["placeholder"]
    file.write_text(json.dumps(told), "utf-8")
    with pytest.raises(CatalogueRefused, match=r"mr-IN\.json lacks the message chat\.input\.placeholder"):
        check_chainlit(tmp_path / "translations")


def test_the_command_says_that_all_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_languages.main() == 0
    tags = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert tags == ["en-IN", "hi-IN", "mr-IN", "ta-IN", "kn-IN"]


def test_a_name_that_no_language_has_is_found() -> None:
    assert find_untold(list_names()) == ""
    assert find_untold([*list_names(), "Fee to graze a goat"]) == "Fee to graze a goat"


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_no_message_is_left_in_english(code: str) -> None:
    told = get_catalogues()[code].flatten() | flat(json.loads((TRANSLATIONS / f"{code}-IN.json").read_text("utf-8")))
    words = {key: set(re.findall(r"[A-Za-z@.]{2,}", re.sub(r"\{+\w+\}+|\*\*", "", text))) for key, text in told.items()}
    words = {key: {one.strip(".") for one in found} - KEPT_WORDS - {"", "conveyance", "deed"} for key, found in words.items()}
    assert {key: found for key, found in words.items() if found} == {}


def test_what_the_page_says_is_in_the_catalogue_and_nothing_else_is() -> None:
    source = "\n".join(file.read_text("utf-8") for file in PUBLIC.rglob("*.js*") if "civicsetu" in file.read_text("utf-8"))
    said = set(re.findall(r"civicsetuSay\('([a-z_.]+)'", source))
    known = set(get_catalogues()[ENGLISH].flatten())
    assert said <= known and said
    page = {key for key in known if key.partition(".")[0] in PAGE_GROUPS}
    assert [key for key in page if f"'{key}'" not in source and not re.search(rf"\b{key.partition('.')[2]}\b", source)] == []


def test_what_the_server_says_is_in_the_catalogue() -> None:
    package = Path(str(FOLDER)).parents[1]
    source = "\n".join(file.read_text("utf-8") for file in package.rglob("*.py"))
    html = (PUBLIC / "first_page.html").read_text("utf-8")
    said = set(re.findall(r"\bsay\(\s*['\"]([a-z_.]+)['\"]", source)) | set(re.findall(r"\{\{([a-z_.]+)\}\}", html))
    assert said <= set(get_catalogues()[ENGLISH].flatten()) and len(said) > 60


def test_what_the_map_says_is_in_the_catalogue_and_nothing_else_is() -> None:
    script = "\n".join(file.read_text("utf-8") for file in (PUBLIC / "law_map").glob("*.js"))
    html = (FOLDER.parents[1] / "law_map" / "templates" / "map.html").read_text("utf-8")
    said = set(re.findall(r"\bsay\('(?:map\.)?([a-z_]+)'", script + html)) | set(re.findall(r"'(before|after)'", script))
    known = set(get_catalogues()[ENGLISH].messages[MAP_GROUP])
    assert said <= known
    kinds = {"made_under", "derived_from", "references", "conflicts_with", "carries_out", "refers_to", "carried_out_by", "under_same_section", "referred_to_by"}
    nouns = {"section", "rule", "regulation", "draft_rule", "clause"}
    made = {*kinds, *(f"{way}_{kind}" for way in ("from", "to") for kind in kinds), *nouns, *(f"{one}s" for one in nouns), "plain", "official", "count"}
    assert known - said - made == set()


def flat(told: object, at: str = "chainlit") -> dict[str, str]:
    if not isinstance(told, dict):
        return {at: str(told)}
    return {key: text for name, value in told.items() for key, text in flat(value, f"{at}.{name}").items()}
