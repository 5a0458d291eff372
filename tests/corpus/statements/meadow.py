"""The Meadow Act in plain words, and statements of it."""

from __future__ import annotations

from civicsetu.corpus.plain_editions import PlainEdition, divide_plain_edition
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.law.case_facts import CaseFacts
from tests.corpus.laws import meadow

BODY = """## 1. Gates.

(1) The promoter (builder) must shut the gate within 30 days after the allottee (buyer) asks for it.

Proviso: The Authority may give the promoter at most 15 days more.

(2) An allottee (buyer) may claim 9 per cent a year
for every month of delay. The promoter must not take a fee for the gate.

## 2. Fees.

The promoter must pay the fee that the rules fix.
"""
KEY = "meadow_act"
RULES = "meadow_rules"
RULES_BODY = """## 1. Fee.

The fee is 500 rupees.
"""
FACTS = CaseFacts.model_validate(
    {
        "facts": {
            "state": {"type": "jurisdiction", "label": "Which state?"},
            "wants": {"type": "choice", "values": ["leave", "stay"], "label": "What do you want?"},
        }
    }
)


def edition(key: str, body: str = BODY) -> PlainEdition:
    state = {} if key == KEY else {"jurisdiction": "NORTHLAND", "doc_type": "RULES", "title": "Meadow Rules"}
    spec = meadow("1-2" if key == KEY else "1", key=key, **state)
    return divide_plain_edition(spec, divide(body, spec, STARTER))


def edition_of(key: str) -> PlainEdition | None:
    return {KEY: edition(KEY), RULES: edition(RULES, RULES_BODY)}.get(key)


SHUT = """law: meadow_act
statements:
- id: meadow.1-1.shut
  says: The builder must shut the gate within 30 days after the buyer asks.
  kind: duty
  bearer: promoter
  holder: allottee
  provisions: ["1(1)"]
  passages: ["The promoter (builder) must … asks for it"]
  requires: [meadow.1-1.more]
  facets: {wants: [stay]}
- id: meadow.1-1.more
  says: The RERA authority may give the builder up to 15 days more.
  kind: power
  bearer: authority
  provisions: ["1(1) proviso"]
  passages: ["The Authority may give … 15 days more"]
- id: meadow.1-2.claim
  says: You may claim 9 % a year for every month of delay.
  kind: right
  bearer: promoter
  holder: allottee
  provisions: ["1(2)"]
  passages: ["An allottee (buyer) may … for every month of delay"]
  exhaustive: true
- id: meadow.2.fee
  says: The builder must pay a fee; the state's rules set it.
  kind: amount
  bearer: promoter
  provisions: ["2"]
  passages: ["The promoter must pay … rules fix"]
"""
FILLS = """law: meadow_rules
statements:
- id: rules.1.fee
  says: The fee is 500 rupees.
  kind: amount
  bearer: promoter
  provisions: ["1"]
  passages: ["The fee is … 500 rupees"]
  fills: meadow.2.fee
"""
