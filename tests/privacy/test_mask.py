"""Personal data is masked however it is typed; digits with a meaning in law stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.question import cleaned
from civicsetu.errors import InputError
from civicsetu.privacy.kinds import Kind
from civicsetu.privacy.mask import find, mask, without_placeholders
from tests.privacy.given import FORMS, FRAGMENTS, HARMLESS, SENTENCES

_ROOT = Path(__file__).resolve().parents[2]
_FORMS = [(kind, form) for kind, forms in FORMS.items() for form in forms]
_PIECES = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=3), max_size=14).map("".join)


@pytest.mark.parametrize(("kind", "form"), _FORMS)
def test_a_form_is_masked_alone_and_in_sentences(kind: Kind, form: str) -> None:
    for sentence in ("{}", *SENTENCES):
        masked = mask(sentence.format(form))
        assert masked == sentence.format(kind.placeholder)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("My Aadhaar is 9999 4105 7059", "My Aadhaar is [Aadhaar]"),
        ("मेरा आधार नंबर ९९९९ ४१०५ ७०५९ है", "मेरा आधार नंबर [Aadhaar] है"),
        ("ஆதார் எண் 123456789012", "ஆதார் எண் [Aadhaar]"),
        ("ಆಧಾರ್ ಸಂಖ್ಯೆ 1234 5678 9012", "ಆಧಾರ್ ಸಂಖ್ಯೆ [Aadhaar]"),
        ("Aadhar card number is 999941057059", "Aadhar card number is [Aadhaar]"),
        ("9999 4105 7059 is my aadhaar number", "[Aadhaar] is my aadhaar number"),
        ("VID 9123 4567 8901 2345", "VID [Aadhaar]"),
        ("call 9988776646 Rs 20 lakh paid", "call [phone] Rs 20 lakh paid"),
        ("call 9845012345Rs 20 lakh", "call [phone]Rs 20 lakh"),
        ("Mob.No.9845012345", "Mob.No.[phone]"),
        ("call9845012345please", "call[phone]please"),
        ("landline 2656 1234", "landline [phone]"),
        ("Phone: 2345-6789", "Phone: [phone]"),
        ("office 080-23456789/90", "office [phone]"),
        ("98450 12345 98450 12346 98450 12347", "[phone] [phone] [phone]"),
        ("9999 4105 7058 9999 4105 7058", "[Aadhaar] [Aadhaar]"),
        ("98450 12345, 98450 12346", "[phone], [phone]"),
        ("9845012345/9845012346", "[phone]/[phone]"),
        ("Flat 1201\n9845012345", "Flat 1201\n[phone]"),
        ("paid Rs 20,00,000 9845012345", "paid Rs 20,00,000 [phone]"),
        ("dated 12.03.2019 98450 12345", "dated 12.03.2019 [phone]"),
        ("https://wa.me/919845012345", "https://wa.me/[phone]"),
        ("a/c 50200012345678", "a/c [bank account]"),
        ("account number 1234 5678 9012", "account number [bank account]"),
        ("A/c no: 001234567890", "A/c no: [bank account]"),
        ("50200012345678 HDFC0001234", "[bank account] [IFSC]"),
        ("SBI a/c 30123456789, IFSC SBIN0001234", "SBI a/c [bank account], IFSC [IFSC]"),
        ("खाता संख्या 50200012345678", "खाता संख्या [bank account]"),
        ("IFSC: HDFC 0001234", "IFSC: [IFSC]"),
        ("credit card 1234 5678 9012 3456", "credit card [card]"),
        ("passport J8369854", "passport [passport]"),
        ("K 1234567 is my passport number", "[passport] is my passport number"),
        ("पासपोर्ट नंबर Z1234567", "पासपोर्ट नंबर [passport]"),
        ("voter id XYZ/1234567", "voter id [voter id]"),
        ("my EPIC UP/18/345/678901", "my EPIC [voter id]"),
        ("licence MH-1420110062821", "licence [driving licence]"),
        ("parked my scooter ka 05 hm 777", "parked my scooter [vehicle]"),
        ("upi id ravi18@xyzbank", "upi id [UPI id]"),
        ("pan no abcpd 1234 e", "pan no [PAN]"),
        ("Ravi 9845012345 ravi@example.com", "Ravi [phone] [e-mail]"),
    ],
)  # fmt: skip
def test_the_words_beside_a_number_say_what_it_is(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Aadhaar 4321*8765*2109 is wrong", "Aadhaar [Aadhaar] is wrong"),
        ("4321#8765#2109 is my aadhaar", "[Aadhaar] is my aadhaar"),
        ("my uid is 4321|8765|2109", "my uid is [Aadhaar]"),
        ("aadhaar: 4321 = 8765 = 2109", "aadhaar: [Aadhaar]"),
        ("ஆதார் எண் 4321**8765**2109", "ஆதார் எண் [Aadhaar]"),
        ("call 98450*12345", "call [phone]"),
        ("mobile 984+501+2345", "mobile [phone]"),
        ("a/c no 5020*0012*3456", "a/c no [bank account]"),
        ("debit card 1234\\5678\\9012\\3456", "debit card [card]"),
        ("9845012345*2, 4321*8765*2109 and 1200*1400*1600", "[phone]*2, 4321*8765*2109 and 1200*1400*1600"),
        ("aadhaar of the owner of a plot 30*40", "aadhaar of the owner of a plot 30*40"),
    ],
)
def test_any_mark_divides_a_number_that_has_a_name(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    "number",
    [
        "मतदाता पहचान पत्र {}",
        "मतदार ओळखपत्र {}",
        "निवडणूक ओळखपत्र {}",
        "வாக்காளர் அட்டை {}",
        "தேர்தல் அடையாள அட்டை {}",
        "ಚುನಾವಣಾ ಗುರುತಿನ ಚೀಟಿ {}",
        "ఎన్నికల గుర్తింపు కార్డు {}",
        "ভোটার কার্ড {}",
        "ચૂંટણી કાર્ડ {}",
        "വോട്ടർ ഐഡി {}",
        "ਵੋਟਰ ਕਾਰਡ {}",
        "ଭୋଟର କାର୍ଡ {}",
        "ووٹر کارڈ {}",
        "voterid {}",
        "voter's id {}",
        "my matdata card {}",
    ],
)
def test_a_voter_id_is_told_in_every_script(number: str) -> None:
    assert mask(number.format("QLB 301 7745")) == number.format("[voter id]")


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("agent of TS 009 2014 5530021 signed", "agent of [driving licence] signed"),
        ("ap-021-2016-0044556", "[driving licence]"),
        ("D/L KA 5119980004321", "D/L [driving licence]"),
        ("lisence no. KA 5119980004321", "lisence no. [driving licence]"),
        ("ड्रायव्हिंग लायसन्स MH 1419980004321", "ड्रायव्हिंग लायसन्स [driving licence]"),
        ("ಚಾಲನಾ ಪರವಾನಗಿ KA 5119980004321", "ಚಾಲನಾ ಪರವಾನಗಿ [driving licence]"),
        ("ড্রাইভিং লাইসেন্স WB 0119980004321", "ড্রাইভিং লাইসেন্স [driving licence]"),
        ("ਪਾਸਪੋਰਟ ਨੰਬਰ K 4455667", "ਪਾਸਪੋਰਟ ਨੰਬਰ [passport]"),
        ("പാസ്പോർട്ട് K 4455667", "പാസ്പോർട്ട് [passport]"),
        ("پاسپورٹ نمبر K 4455667", "پاسپورٹ نمبر [passport]"),
        ("এই ব্যাংক একাউন্ট 123456789012", "এই ব্যাংক একাউন্ট [bank account]"),
        ("ਬੈਂਕ ਖਾਤਾ 123456789012", "ਬੈਂਕ ਖਾਤਾ [bank account]"),
        ("క్రెడిట్ కార్డు 1234 5678 9012 3456", "క్రెడిట్ కార్డు [card]"),
        ("ਪੈਨ abcpd 1234 e", "ਪੈਨ [PAN]"),
    ],
)
def test_licences_passports_and_accounts_are_told_in_other_scripts_too(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("paid by cheque,9845012345,no flat yet", "paid by cheque,[phone],no flat yet"),
        ("chq no 9845012345", "chq no [phone]"),
        ("demand draft no. 9845012345", "demand draft no. [phone]"),
        ("cheque no 456789 bounced", "cheque no 456789 bounced"),
        ("cheque 012345, 012346, 012347", "cheque 012345, 012346, 012347"),
        ("receipt no 9845012345", "receipt no 9845012345"),
    ],
)
def test_a_word_for_a_short_number_explains_no_phone(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("the sale price 9845012345 is wrong", None),
        ("project cost: 9845012345", None),
        ("price: 9845012345 was written", None),
        ("fair market value is 9845012345", None),
        ("flat ki keemat 9845012345 batayi", None),
        ("कीमत 9845012345 बताई", None),
        ("रक्कम ९८४५०१२३४५ लिहिली", None),
        ("மதிப்பு 9845012345", None),
        ("ಬೆಲೆ 9845012345", None),
        ("కొనుగోలు ధర 9845012345", None),
        ("મૂલ્ય 9845012345", None),
        ("9845012345 रुपये दिए", None),
        ("9845012345 रु. दिए", None),
        ("9845012345 ரூபாய்", None),
        ("9845012345 ரூ", None),
        ("9845012345 ರೂಪಾಯಿಗಳು", None),
        ("9845012345 రూపాయలు", None),
        ("9845012345 টাকা", None),
        ("9845012345 રૂપિયા", None),
        ("9845012345 കോടി", None),
        ("9845012345 rupaiya", None),
        ("they raised the price 9845012345", "they raised the price [phone]"),
        ("refund of the agreement value. 9845012345", "refund of the agreement value. [phone]"),
        ("call for land price 9845012345", "call for land price [phone]"),
        ("land price 9845012345 is my mobile", "land price [phone] is my mobile"),
        ("कीमत के लिए फोन 9845012345", "कीमत के लिए फोन [phone]"),
        ("agreement value 98450 12345", "agreement value [phone]"),
        ("9845012345 रुकिए", "[phone] रुकिए"),
        ("9845012345 रुपये 20 लाख दिए", "[phone] रुपये 20 लाख दिए"),
    ],
)
def test_words_for_a_value_or_for_rupees_make_an_amount(text: str, masked: str | None) -> None:
    assert mask(text) == (masked or text)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("FLATS0402B and SHOPS0007C", "FLATS0402B and SHOPS0007C"),
        ("villa1102c", "villa1102c"),
        ("BLOCK 0704 D", "BLOCK 0704 D"),
        ("TOWER1204A and FLADK1203A", "TOWER1204A and FLADK1203A"),
        ("PAN BLOCK1203A", "PAN [PAN]"),
        ("FLACK1203A", "[PAN]"),
    ],
)
def test_a_part_of_a_building_with_its_number_is_no_pan(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("see the form at portal dot karnataka dot gov dot in", None),
        ("pay any dues at mahaonline dot gov dot in", None),
        ("orders at up-rera dot in", None),
        ("mail secretary at rera dot kerala dot gov dot in", "mail [e-mail]"),
        ("ravi at rera dot karnataka dot gov dot in is my email", "[e-mail] is my email"),
        ("ravi.k at maharera dot com", "[e-mail]"),
        ("this ravi at gmail dot com", "this [e-mail]"),
    ],
)
def test_a_thing_found_at_a_site_is_no_mailbox(text: str, masked: str | None) -> None:
    assert mask(text) == (masked or text)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_not_personal_data_stays(text: str) -> None:
    for sentence in ("{}", "What about {}?", "Please tell: {} and so on", "{}, is it right?"):
        assert mask(sentence.format(text)) == sentence.format(text)


@pytest.mark.parametrize(
    "pattern", ["civicsetu/corpus/data/starter/*.md", "eval/golden/*/*.yaml", "eval/bench/*.txt"]
)
def test_no_word_of_the_law_or_of_what_is_asked_of_it_is_taken_for_personal_data(pattern: str) -> None:
    texts = list(_ROOT.glob(pattern))
    assert texts
    for text in texts:
        assert find(text.read_text("utf-8")) == [], text.name


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("5105 1051 0510 5100", "[card]"),
        ("5105 1051 0510 5101", "5105 1051 0510 5101"),
        ("999941057058123", "999941057058123"),
        ("1999941057058", "1999941057058"),
        ("98450123456", "98450123456"),
        ("9845012345.50", "9845012345.50"),
        ("call about P51800012345", "call about P51800012345"),
        ("9845012345SBIN0001234", "9845012345SBIN0001234"),
    ],
)
def test_a_longer_number_is_never_bitten_into(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("write to asha dot rao at postbox dot test", "write to [e-mail]"),
        ("asha.rao [at] postbox [dot] test", "[e-mail]"),
        ("it stands at clause 4 dot two", "it stands at clause 4 dot two"),
        ("IFSC ABCD 000 1234", "IFSC [IFSC]"),
        ("bank 0 12 345 6", "bank 0 12 345 6"),
        ("PPT no. K1234567", "PPT no. [passport]"),
        ("interest @ SBI MCLR + 2%", "interest @ SBI MCLR + 2%"),
        ("pay asha@sbi now", "pay [UPI id] now"),
    ],
)
def test_what_is_spelled_or_spaced_is_told_from_prose(text: str, masked: str) -> None:
    """Who brackets an at sign or spells the dots gives an address; a bank's lending rate is none."""
    assert mask(text) == masked


def test_spans_are_those_of_the_original_text() -> None:
    text = "call ९८४५०\u200b१२३४५ \u00a0 now"
    [span] = find(text)
    assert (span.kind, text[span.start : span.end]) == (Kind.PHONE, "९८४५०\u200b१२३४५")


@given(_PIECES)
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = mask(text)
    assert mask(once) == once


@given(_PIECES)
def test_the_message_and_the_question_read_from_it_are_masked_alike(text: str) -> None:
    try:
        as_read = cleaned(text, 10_000)
    except InputError:
        return
    assert cleaned(mask(text), 10_000) == mask(as_read)


@given(_PIECES)
def test_what_is_outside_the_spans_stays_as_it_was(text: str) -> None:
    spans = find(text)
    done, pieces = 0, []
    for span in spans:
        assert done <= span.start < span.end <= len(text)
        pieces += [text[done : span.start], span.kind.placeholder]
        done = span.end
    assert mask(text) == "".join([*pieces, text[done:]])


def test_a_question_is_read_without_the_names_of_what_was_masked() -> None:
    assert without_placeholders("My [Aadhaar] leaked, call [phone]") == "My leaked, call"
    assert without_placeholders("section [18] of the Act") == "section [18] of the Act"
    assert without_placeholders("[Aadhaar] ?") == "[Aadhaar] ?"
