"""The panel's properties: right marks, both editions, one name to one provision, small enough."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.provisions.related_provisions import RelatedLaw, RelatedProvisions
from civicsetu.web.chat.provision_cards import (
    MAX_BYTES,
    Card,
    NameBook,
    build_card_props,
    cut_window,
    merge_spans,
)
from civicsetu.web.language.speaking import speaking
from tests.web.fakes import (
    AS_ENACTED,
    FIRST,
    OFFICIAL_18_1,
    OLD_18_1,
    ORDER,
    PLAIN_18_1,
    SECOND,
    citation,
    view,
)


def card(*citations: object) -> Card:
    first = citations[0]
    return Card(first.name, first.document, first.provision, list(citations))  # type: ignore[attr-defined,arg-type]


def test_the_cited_passages_are_marked_in_the_whole_unit() -> None:
    props = build_card_props(card(citation("18(1)", FIRST), citation("18(1)", SECOND)), [view("18(1)", "plain")])
    edition = props["editions"][0]
    assert edition["text"] == PLAIN_18_1
    assert [edition["text"][start:end] for start, end in edition["marks"]] == [FIRST, SECOND]
    assert not edition["cutBefore"] and not edition["cutAfter"]


def test_both_editions_are_there_the_cited_one_first() -> None:
    props = build_card_props(card(citation("18(1)", FIRST)), [view("18(1)", "plain"), view("18(1)", "official")])
    assert [one["label"] for one in props["editions"]][:2] == ["in plain words", "official text"]
    assert props["editions"][1]["text"] == OFFICIAL_18_1 and props["editions"][1]["marks"] == []
    assert props["editions"][1]["page"] == 14 and not props["plainOnly"]


def test_the_edition_that_is_not_quoted_is_marked_where_the_provision_stands() -> None:
    cited, views = citation("18(1)", FIRST), [view("18(1)", "plain"), view("18(1)", "official")]
    one = card(cited)
    one.said.append("A late builder returns the money.")
    one.places["official"] = (1010, 1025)
    props = build_card_props(one, views)
    assert props["said"] == ["A late builder returns the money."]
    assert [edition["marks"] for edition in props["editions"][:2]] == [[[0, len(FIRST)]], [[10, 25]]]
    one.places["official"] = (0, 500)
    assert build_card_props(one, views)["editions"][1]["marks"] == [], "it stands elsewhere"


def test_a_provision_held_only_in_plain_words_says_so() -> None:
    assert build_card_props(card(citation("18(1)", FIRST)), [view("18(1)", "plain")])["plainOnly"]


def test_a_copy_on_another_site_is_named_with_its_edition_alone() -> None:
    copy = replace(view("18(1)", "official"), copied_from="copies.example")
    props = build_card_props(card(citation("18(1)", FIRST)), [view("18(1)", "plain"), copy])
    assert [one.get("copiedFrom", "") for one in props["editions"]] == ["", "copies.example", ""]


def test_a_print_that_was_not_reviewed_is_told_with_its_edition_alone() -> None:
    other = replace(view("18(1)", "official"), another_print=True)
    props = build_card_props(card(citation("18(1)", FIRST)), [view("18(1)", "plain"), other])
    assert [one.get("anotherPrint", False) for one in props["editions"]] == [False, True, False]


def test_changes_are_told_with_their_cause_and_how_it_read_before_comes_last() -> None:
    props = build_card_props(card(citation("18(1)", FIRST)), [view("18(1)", "plain"), view("18(1)", "official")])
    assert props["changes"] == [
        "18(1): Interest is now due; before, it was not. (Interest Order, 2019, No. 7, from 1 July 2019.)"
    ]
    *_, earlier = props["editions"]
    assert [one["kind"] for one in props["editions"]] == ["plain", "official", "earlier"]
    assert (earlier["label"], earlier["until"], earlier["asOf"]) == ("as enacted in 2016", "1 July 2019", "")
    assert (earlier["text"], earlier["marks"], earlier["page"]) == (OLD_18_1, [], 9)
    assert (earlier["url"], earlier["exact"]) == ("", False)
    assert earlier["note"] == "As first printed."


def test_what_was_never_changed_shows_no_changes_and_no_earlier_reading() -> None:
    props = build_card_props(card(citation("1", "go")), [view("1", "plain")])
    assert props["changes"] == [] and [one["kind"] for one in props["editions"]] == ["plain"]


def test_an_earlier_official_reading_is_no_official_text_of_today() -> None:
    assert build_card_props(card(citation("18(1)", FIRST)), [view("18(1)", "plain")])["plainOnly"]
    official = [view("18(1)", "official")]
    assert not build_card_props(card(citation("18(1)", OFFICIAL_18_1, "official")), official)["plainOnly"]


def test_a_card_whose_text_cannot_be_read_tells_no_changes() -> None:
    props = build_card_props(card(citation("18(1)", FIRST)), [])
    assert props["changes"] == [] and props["plainOnly"]


@pytest.mark.parametrize("word", ["money ", "कानून ", '"\\ '], ids=["latin", "hindi", "escaped"])
@pytest.mark.parametrize("readings", [1, 3])
def test_long_changes_and_earlier_readings_stay_small_too(word: str, readings: int) -> None:
    words = (word * 9000)[:9000]
    change = ORDER.model_copy(update={"told": words[:300]})
    earlier = [
        AS_ENACTED.model_copy(update={"label": f"As of {year}", "text": words, "note": words})
        for year in range(readings)
    ]
    views = [
        replace(view("18(1)", kind), text=words, note=words, changes=(change,) * 12, earlier=tuple(earlier))
        for kind in ("plain", "official")
    ]
    props = build_card_props(card(citation("18(1)", FIRST)), views)
    assert len(json.dumps(props).encode()) <= MAX_BYTES
    assert props["changes"] and props["editions"][0]["text"]
    assert {one["kind"] for one in props["editions"]} >= {"plain", "official"}


def test_what_a_provision_is_joined_to_is_linked_in_short_under_plain_headings() -> None:
    north = RelatedLaw(document="north", title="North Rules", mark="r.", provisions=("16", "17"), count=3)
    related = RelatedProvisions(rules_under=(north,) * 9, refers_to=(north,))
    props = build_card_props(card(citation("18(1)", FIRST)), [replace(view("18(1)", "plain"), related=related)])
    assert [kind["heading"] for kind in props["related"]] == ["Rules made under this provision", "Refers to"]
    first, second, *more = props["related"][0]["links"]
    assert (first["provision"], first["label"]) == ("16", "North Rules r.16")
    assert second["label"] == "North Rules r.17" and len(more) == 6
    assert [kind["more"] for kind in props["related"]] == [9 * 3 - 8, 1], "what is left out is counted"
    long = related.model_copy(update={"rules_under": (north.model_copy(update={"title": "N" * 900}),) * 9})
    props = build_card_props(card(citation("18(1)", FIRST)), [replace(view("18(1)", "plain"), related=long)])
    assert all(len(link["label"]) <= 120 for kind in props["related"] for link in kind["links"])
    assert len(json.dumps(props).encode()) <= MAX_BYTES
    assert build_card_props(card(citation("1", "go")), [view("1", "plain")])["related"] == []


def test_what_a_reader_needs_to_trust_it_is_there() -> None:
    props = build_card_props(card(citation("18(1)", FIRST)), [view("18(1)", "plain")])
    assert props["effective"] == "In force from 1 May 2017."
    assert props["editions"][0]["asOf"] == "26 October 2020"
    assert props["editions"][0]["url"].startswith("https://")


def test_an_uncertain_date_is_called_uncertain() -> None:
    doubtful = citation("18(1)", FIRST, effective_note="two notes differ")
    assert (
        "Date uncertain: two notes differ"
        in build_card_props(card(doubtful), [view("18(1)", "plain")])["effective"]
    )


@pytest.mark.parametrize(
    ("document", "url", "address", "site"),
    [
        ("karnataka_rera_rules_2017", "https://rera.karnataka.gov.in", "", "rera.karnataka.gov.in"),
        ("up_rera_rules_2016", "https://up-rera.in", "", "up-rera.in"),
        ("rera_act_2016", "https://www.indiacode.nic.in/handle/123456789/2158", "https://www.indiacode.nic.in/handle/123456789/2158", ""),
        ("rera_act_2016", "https://rera.mohua.gov.in/images/pdf_folder/Real_Estate_Act_2016(2).pdf",
         "https://rera.mohua.gov.in/images/pdf_folder/Real_Estate_Act_2016(2).pdf#page=14", ""),
        ("rera_act_2016", "https://copies.example/act.pdf", "", "indiacode.nic.in"),
        ("not_in_the_registry", "https://copies.example/act.pdf", "", ""),
    ],
)  # fmt: skip
def test_an_address_is_given_only_where_the_law_is_there_else_its_site_is_named(document: str, url: str, address: str, site: str) -> None:
    exact = bool(address)
    seen = replace(view("18(1)", "official"), document=document, url=url)
    [edition, *_] = build_card_props(card(citation("18(1)", OFFICIAL_18_1, "official", document=document)), [seen])["editions"]
    assert (edition["url"], edition["exact"], edition["site"]) == (address, exact, site)
    quoted = citation("18(1)", OFFICIAL_18_1, "official", document=document, url=url)
    [unread] = build_card_props(card(quoted), [])["editions"]
    assert (unread["url"], unread["exact"], unread["site"]) == (address, exact, site)
    old = AS_ENACTED.model_copy(update={"url": url, "page": 9})
    *_, earlier = build_card_props(card(quoted), [replace(seen, earlier=(old,))])["editions"]
    read = address.replace("=14", "=9") if "#" in address else ""
    assert (earlier["url"], earlier["exact"]) == (read, bool(read)), "where today's law is, it is not"


def test_every_reference_of_the_text_is_a_link_however_few_are_named_beside_it() -> None:
    text = " ".join(f"As section {number} says." for number in range(20, 32))
    law = RelatedLaw(document="rera_act_2016", title="RERA Act", mark="s.", provisions=tuple(map(str, range(20, 32))), count=12)
    some = RelatedProvisions(refers_to=(law.model_copy(update={"provisions": law.provisions[:4]}),))
    seen = replace(view("11(4)", "plain"), text=text, related=some, references=(law,))
    props = build_card_props(Card("[RERA Act s.11(4)]", "rera_act_2016", "11(4)"), [seen])
    assert [link[3] for link in props["editions"][0]["links"]] == list(law.provisions)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http://plain.example", "data:text/html,x", ""])
def test_only_https_addresses_become_links(url: str) -> None:
    props = build_card_props(card(citation("18(1)", FIRST)), [replace(view("18(1)", "plain"), url=url)])
    assert props["editions"][0]["url"] == ""


def test_a_text_that_moved_is_marked_by_its_words_or_not_at_all() -> None:
    moved = replace(view("18(1)", "plain"), start=7)
    marked = build_card_props(card(citation("18(1)", FIRST)), [moved])["editions"][0]
    assert [marked["text"][start:end] for start, end in marked["marks"]] == [FIRST]
    gone = replace(view("18(1)", "plain"), text="Something else altogether.")
    assert build_card_props(card(citation("18(1)", FIRST)), [gone])["editions"][0]["marks"] == []


def test_a_text_that_cannot_be_read_leaves_the_quote() -> None:
    edition = build_card_props(card(citation("18(1)", FIRST)), [])["editions"][0]
    assert edition["text"] == FIRST and "could not be read" in edition["note"]


def test_a_long_provision_is_windowed_around_its_mark_and_stays_small() -> None:
    quote = "(100) The promoter has duty number 100 of this long provision."
    props = build_card_props(card(citation("11(4)", quote)), [view("11(4)", "plain")])
    edition = props["editions"][0]
    assert len(json.dumps(props).encode()) <= MAX_BYTES
    assert [edition["text"][start:end] for start, end in edition["marks"]] == [quote]
    assert edition["cutBefore"] and edition["cutAfter"]


def test_text_of_many_bytes_stays_small_too() -> None:
    hindi = replace(view("18(1)", "plain"), text="यह कानून का पाठ है। " * 900)
    assert len(json.dumps(build_card_props(card(citation("18(1)", FIRST)), [hindi])).encode()) <= MAX_BYTES


def test_one_name_never_stands_for_two_provisions() -> None:
    book = NameBook()
    same = {"name": "[Rules r.16]"}
    first = citation("18(1)", FIRST, **same, document="one", jurisdiction="KARNATAKA")
    second = citation("18(1)", FIRST, **same, document="two", jurisdiction="TAMIL_NADU")
    third = citation("18(1)", FIRST, **same, document="three", jurisdiction="TAMIL_NADU")
    names = [book.get_card(one).name for one in (first, second, third, first)]
    assert names == ["[Rules r.16]", "[Rules r.16, Tamil Nadu]", "[three 18(1)]", "[Rules r.16]"]


def test_a_name_is_bracketed_and_free_of_marks() -> None:
    assert NameBook().get_card(citation("18(1)", FIRST, name="RERA*Act* `s.18`(1)")).name == "[RERAAct s.18(1)]"


def test_section_1_is_not_found_inside_section_18() -> None:
    book = NameBook()
    one, eighteen = book.get_card(citation("1", "go")).name, book.get_card(citation("18(1)", FIRST)).name
    assert one not in eighteen


def test_touching_spans_are_joined() -> None:
    assert merge_spans([(5, 9), (0, 3), (3, 4), (8, 12)]) == [(0, 4), (5, 12)]


@given(st.text(min_size=1, max_size=400), st.data())
def test_a_window_holds_what_it_says(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    limit = data.draw(st.integers(20, 300))
    piece, marks, before, after = cut_window(text, [(start, end)], limit)
    assert len(piece) <= limit
    assert piece in text
    assert before or text.startswith(piece)
    assert after or text.endswith(piece)
    assert all(piece[left:right] in text[start:end] for left, right in marks)
    if len(text) <= limit:
        assert (piece, marks) == (text, [[start, end]])


def test_a_sentence_that_is_cut_says_so() -> None:
    one = card(citation("18(1)", FIRST))
    one.said.append("The builder returns the money, " * 20 + "unless you agreed otherwise.")
    [said] = build_card_props(one, [view("18(1)", "plain")])["said"]
    assert len(said) <= 300 and said.endswith("…") and one.said[0].startswith(said[:-1])


def test_a_note_on_another_provision_stands_under_that_one_alone() -> None:
    note = "Forms are not held. The print has no (1) in section 22; it is lettered here. Changes after 2017 were not checked."
    own = "The print has no (1) in section 18; it is lettered here."
    [shown] = build_card_props(card(citation("18(1)", FIRST)), [replace(view("18(1)", "plain"), note=f"{note} {own}")])["editions"][:1]
    assert shown["note"] == f"Forms are not held. Changes after 2017 were not checked. {own}"


def test_a_note_on_a_print_is_told_in_the_readers_language() -> None:
    noted = replace(view("18(1)", "plain"), note="Our own restatement in plain words, not the official text. Forms are not held.")
    with speaking("hi"):
        [shown] = build_card_props(card(citation("18(1)", FIRST)), [noted])["editions"][:1]
    assert shown["note"] == "यह हमने अपने आसान शब्दों में लिखा है, सरकारी पाठ नहीं है। फ़ॉर्म यहाँ नहीं हैं।"


def test_the_provisions_before_and_after_are_links() -> None:
    props = build_card_props(card(citation("18(1)", FIRST)), [replace(view("18(1)", "plain"), before="", after="Form A")])
    assert props["beside"] == [
        {"way": "after", "document": "rera_act_2016", "provision": "Form A", "label": "RERA Act Form A"}
    ]
    assert build_card_props(card(citation("18(1)", FIRST)), [])["beside"] == []


def test_the_way_to_a_provision_leads_through_its_chapter() -> None:
    def lead(heading: str) -> list[str]:
        seen = replace(view("18(1)", "plain"), chapter=heading)
        return list(build_card_props(card(citation("18(1)", FIRST)), [seen])["crumb"])

    assert lead("CHAPTER III FUNCTIONS AND DUTIES") == ["RERA Act", "Chapter III", "s.18", "(1)"]
    with speaking("ta"):
        assert lead("Chapter IVA") == ["RERA Act", "அத்தியாயம் IVA", "s.18", "(1)"]
    assert lead("Preliminary") == lead("CHAPTER") == lead("") == ["RERA Act", "s.18", "(1)"]
