"""Finds e-mail addresses, also those written out in words, and UPI ids.

"name at gmail dot com" is an address, "look at section 18" and "see it at rera.gov.in" are
not: where "at" is a word, the rest must be written out too, or name a mail provider.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.privacy.kinds import PersonalDataKind, PersonalDataSpan
from civicsetu.privacy.labels import is_near

_LONGEST_LOCAL = 64
_LOOK_BACK = 120
_MOST_LABELS = 7
_HOST = "a-z0-9\u00a1-\u0963\u0966-\u1fff\u2c00-\u2fef\u3040-\ud7ff\uf900-\ufdff"
_NAME = f"{_HOST}_"

_AT_SIGN = r" ?(?:@{1,2}|&#64;|%40|[\[({<] ?(?:at|@|at the rate(?: of)?) ?[\])}>]|(?<=[a-z0-9])[-_*]at[-_*](?=[a-z])|(?<=[a-z0-9])at(?=(?:gmail|yahoo|hotmail|outlook|rediffmail)dot)) ?"
_AT_WORD = r" (?:at(?:[ -]the[ -]rate)?(?: of)?|एट(?: द)?(?: रेट)?|ऐट|அட்|ಅಟ್|ఎట్) "
_DOT_WORD = r" ?[\[({<] ?(?:dot|\.) ?[\])}>] ?| (?:dot|डॉट|டாட்|ಡಾಟ್|డాట్) |[-_*]dot[-_*]"
_AT = re.compile(rf"(?:(?P<sign>{_AT_SIGN})|(?P<word>{_AT_WORD}))(?=[{_NAME}])")
_DOMAIN_LABEL = re.compile(rf"[{_HOST}](?:[{_HOST}]|-(?!dot[-_*])){{0,62}}")
_DOT = re.compile(
    rf"(?:(?P<tight>\.\.?)(?! )|(?P<written>{_DOT_WORD})|(?P<apart> [.,] ?)|(?P<loose>[.,] ?))(?=[{_NAME}])"
)
_LOCAL_BACKWARDS = re.compile(rf"[{_NAME}.+%'&#-]{{1,{_LONGEST_LOCAL}}}")
_WRITTEN_JOINT = re.compile(r"[\[({]?(?:dot|\.|_|-|underscore|under|score|hyphen|dash|plus|minus|डॉट)[\])}]?")

_SPELLED = re.compile(r" (?:dot|डॉट) ")

_PROVIDERS = frozenset(
    "gmail googlemail yahoo ymail rocketmail hotmail outlook live msn rediffmail rediff icloud proton protonmail zoho zohomail aol gmx "
    "mac yandex fastmail tutanota sify indiatimes vsnl bsnl जीमेल".split()
)
_TOP = frozenset(
    "com in org net co edu gov nic ac info biz io me us uk ae sg ca au qa om bh kw sa de fr nz za email online app dev xyz tech live "
    "site shop store pro name mobi tv cc asia eu ai page cloud law legal realty homes house कॉम भारत इन".split()
)
_GLUED = re.compile(rf"(?:{'|'.join(sorted(_PROVIDERS))})(?:dot)?(?:com|in|coin)")
_TOP_NO_WORD = frozenset("com org net co gov edu".split())
_DOTLESS_TAIL = re.compile(r" (?:com|in|co in|co)(?![a-z0-9])")
_PROSE = frozenset(
    "look looking looked see seen visit visited website site portal available online here there us me them it you page link url apply "
    "applied register registered registering check checked read file filed filing log login go found find published hosted uploaded "
    "download downloaded information details text copy is are was were and or the posted accessible live open work works working stay "
    "arrive staying living meet rate or mail email e-mail write contact complain complaint complaints queries".split()
)
_LENDING = r" (?:mclr|b?plr|repo|base|prime|marginal|lending|interest|rate)(?![a-z])"
"""What follows a bank's name where "@" tells a rate: "@ SBI MCLR"."""
_UPI_HANDLE = re.compile(
    rf"(?:{_AT_SIGN})(?P<handle>[a-z][a-z0-9]{{1,24}})(?![{_NAME}@-]|\.[{_NAME}]|{_LENDING})"
)
_UPI_WORD = re.compile(
    r" at (?P<handle>ok(?:hdfcbank|icici|sbi|axis|bizaxis)|ybl|ibl|axl|apl|yapl|rapl|ptyes|ptsbi|ptaxis|pthdfc)(?![a-z0-9]|\.[a-z0-9])"
)
_UPI_KNOWN = re.compile(
    r"ok(?:hdfcbank|icici|sbi|axis|bizaxis|yes)|ybl|ibl|axl|apl|yapl|rapl|upi|paytm|pt(?:yes|sbi|axis|hdfc)|sbi|icici|hdfcbank(?:jd)?|"
    r"axisb(?:ank)?|axisgo|kotak(?:pay)?|kmbl|yesbank(?:ltd)?|yespay|yesg|indus|idfc(?:bank|firstbank|netc)?|idbi|rbl|federal|fbl|fbpe|"
    r"pnb|barodampay|mahb|cnrb|cboi|cbin|centralbank|boi|unionbank(?:ofindia)?|uboi|uco|indianbank|indbank|allbank|iob|sib|kvb|kbl|"
    r"karb|dlb|csbpay|csbcash|dcb|jkb|psb|tjsb|abfspay|airtel|jio|jupiteraxis|freecharge|slice(?:pay|axis)?|ikwik|mbk|wa(?:hdfcbank|icici|sbi|axis)|"
    r"amazonpay|payzapp|pockets|ezeepay|eazypay|postbank|ippb|naviaxis|navi|fam|cred|axiscred|tapicici|timecosmos|goaxb|hsbc|sc|scb|citi|"
    r"dbs|digibank|aubank|equitas|ujjivan|finobank|nsdl|myicici|imobile|hdfc|axis|superyes|shriramhdfcbank|rmhdfcbank|pz|upiicici"
)
_ARTICLE = re.compile(r"(?:^|[^a-z])(?:the|an?|this|that|these|those|any|all|every|each|its|their) $")
_AUTHORITY = re.compile(r"[a-z-]*rera[a-z-]*")
_MAIL_WORDS = re.compile(r"(?<![a-z])(?:e-?mail|mail)(?: id| address)?(?![a-z])")
_UPI_WORDS = re.compile(
    r"(?<![a-z])(?:upi|vpa|bhim|gpay|google ?pay|phone ?pe|paytm|pay|paid|payment|e-?mail|mail|id)(?![a-z])"
)


def find_emails(text: str) -> Iterator[PersonalDataSpan]:
    """Yield the e-mail addresses in a normalised text."""
    done = 0
    for at in _AT.finditer(text):
        if at.start() < done:
            continue
        written_out = at["word"] is not None
        end = _domain_end(text, at, written_out, done)
        if end is None:
            continue
        start = _local_start(text, at.start(), done)
        if start is None:
            continue
        if written_out and not _is_address(text, start, at, end):
            continue
        yield PersonalDataSpan(PersonalDataKind.EMAIL, start, end)
        done = end


def find_upi_ids(text: str) -> Iterator[PersonalDataSpan]:
    """Yield the UPI ids in a normalised text: a name, an at sign and the handle of a payment bank."""
    for pattern in (_UPI_HANDLE, _UPI_WORD):
        done = 0
        for at in pattern.finditer(text):
            start = _local_start(text, at.start(), done)
            if start is None:
                continue
            known = _UPI_KNOWN.fullmatch(at["handle"]) is not None
            if known or _is_personal(text, start, at):
                yield PersonalDataSpan(PersonalDataKind.UPI, start, at.end())
                done = at.end()


def _is_personal(text: str, start: int, at: re.Match[str]) -> bool:
    """Whether it is an id though nobody knows its handle: by its words, a dot in the name or three digits."""
    local, handle = text[start : at.start()], at["handle"]
    if at[0] != f"@{handle}" or len(handle) < 3:
        return False
    told = sum(map(str.isdigit, local)) >= 3 or "." in local.strip(".")
    return told or is_near(_UPI_WORDS, text, start, at.end())


def _is_address(text: str, start: int, at: re.Match[str], end: int) -> bool:
    """Whether what stands around a written "at" is an address and not prose.

    A word with an article is a thing and no name of a mailbox: "the fee at". The host of an
    authority is known as its site, so before it a plain word needs a word for mail beside it.
    """
    local, domain = text[start : at.start()], text[at.end() : end]
    host = _DOMAIN_LABEL.match(domain)[0]  # type: ignore[index]
    if host in _PROVIDERS:
        return "." not in domain or local not in _PROSE
    if local.isalpha() and _ARTICLE.search(text, max(0, start - 8), start):
        return False
    if local.isalpha() and _AUTHORITY.fullmatch(host) and not is_near(_MAIL_WORDS, text, start, end):
        return False
    return local not in _PROSE and ("." not in domain or is_near(_MAIL_WORDS, text, start, end))


def _domain_end(text: str, at: re.Match[str], written_out: bool, floor: int) -> int | None:
    """Where the domain behind an at sign ends; None where there is none.

    Who writes "[at]", or "dot" within the name, spells an address: its last part may be any word.

    A dot with a space after it ends most sentences, so the part after one must be a top
    domain that is no word; a provider's name needs no dot at all.
    """
    label = _DOMAIN_LABEL.match(text, at.end())
    if label is None:
        return None
    if _GLUED.fullmatch(label[0]):
        return label.end()
    provider = label[0] in _PROVIDERS
    end = label.end() if provider and not written_out else None
    plain = True
    for _ in range(_MOST_LABELS):
        dot = _DOT.match(text, label.end())
        if dot is None:
            tail = _DOTLESS_TAIL.match(text, label.end()) if provider else None
            return tail.end() if tail else end
        plain = plain and dot["tight"] is not None
        label = _DOMAIN_LABEL.match(text, dot.end())
        if label is None:
            break
        anything = dot["written"] is not None and label[0].isalpha() and _is_spelled(text, at, floor)
        if anything or _may_end(label[0], dot, free=plain and not written_out, provider=provider):
            end = label.end()
    return end


def _is_spelled(text: str, at: re.Match[str], floor: int) -> bool:
    """Whether an at sign stands in brackets, or a dot of the name before it is written out."""
    if at[0].strip()[0] in "[({<":
        return True
    start = _local_start(text, at.start(), floor)
    return start is not None and _SPELLED.search(text, start, at.start()) is not None


def _may_end(label: str, dot: re.Match[str], *, free: bool, provider: bool) -> bool:
    """Whether a domain may end with that part, after that dot."""
    if dot["loose"] is not None and not provider:
        return label in _TOP_NO_WORD
    return label in _TOP or (free and len(label) > 1 and not label[0].isdigit())


def _local_start(text: str, at: int, floor: int) -> int | None:
    """Where the name before an at sign begins; None where there is none."""
    rest, _, word = text[max(floor, at - _LOOK_BACK) : at].rpartition(" ")
    reached, start = at, None
    while name := _LOCAL_BACKWARDS.match(word[::-1]):
        reached -= name.end()
        piece = name[0][::-1]
        bare = piece.lstrip(".'-&#%+_")
        if not bare:
            break
        start = reached + len(piece) - len(bare)
        before, _, joint = rest.rpartition(" ")
        if name.end() < len(word) or not before or not _WRITTEN_JOINT.fullmatch(joint):
            break
        reached -= len(joint) + 2
        rest, _, word = before.rpartition(" ")
    return start
