"""Rules of yes and no on the Mill Act."""

from __future__ import annotations

from civicsetu.corpus.statements.yes_no_rules import load_yes_no_rules
from tests.answering.composing.mills import ACT, catalogue

RULES = load_yes_no_rules(
    {
        f"{ACT}.yaml": f"""law: {ACT}
words:
  builder: '\\bbuilders?\\b'
  corn: '\\bcorn\\b'
rules:
- id: grind
  statements: [mill.1-1.grind]
  asks: [must]
  all: ['{{builder}}', '{{corn}}', '\\bgrind\\b']
  amount: {{at_most: 30 days}}
  says: "Yes."
- id: unground
  statements: [mill.3-2.prison, mill.3-1.penalty]
  asks: [may]
  all: ['{{corn}}', '\\bunground\\b']
  also: ['\\bwithout telling me\\b']
  says: "Only up to 3 years."
- id: keep
  statements: [mill.1-3.back]
  asks: [may]
  all: ['\\bkeep\\b|\\bkeeping\\b', '\\bsum\\b']
  none: ['\\bboats?\\b']
  says: "No."
"""
    },
    catalogue(),
)
