"""The parameters of the Mill Act: a fee that Northland fixes, and that Southland's print leaves open."""

from __future__ import annotations

from civicsetu.answering.composing.values.fixed_values import FixedValues, link_statements
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.law.parameters import Parameter
from civicsetu.yaml_data import parse_model
from tests.answering.composing.mills import ACT, NORTH, SOUTH, catalogue

_MONEY = "types: [money]\nunit: INR\nset_by: rules\nunlisted: not_held\n"
_PRINTED = "basis: official, as_printed: '1951-05-04'"
FEE = f"""parameter: mill_fee
label: Fee of a mill
{_MONEY}values:
  CENTRAL: {{coverage: refers, to: state_rules, provisions: ['{ACT}:2']}}
  NORTHLAND:
    coverage: fixed
    entries: [{{from: '1951-05-01', value: '500', provisions: ['{NORTH}:1'], {_PRINTED}}}]
  SOUTHLAND: SOUTH
"""
COMPLAINT = f"""parameter: complaint_fee
label: Fee of a complaint
{_MONEY}values:
  CENTRAL: {{coverage: refers, to: state_rules, provisions: ['{ACT}:5(2)']}}
  NORTHLAND:
    coverage: fixed
    entries: [{{from: '1951-05-01', value: '20', provisions: ['{NORTH}:2'], {_PRINTED}}}]
  SOUTHLAND: {{coverage: not_held, official_place: 'https://south.example/rules'}}
"""
HELD = f"{{coverage: fixed, entries: [{{from: '1952-01-01', value: '700', provisions: ['{SOUTH}:1'], {_PRINTED}}}]}}"
"""Southland's fee as its rules have it."""
NOT_HELD = "{coverage: not_held}"


def parameters(south: str = NOT_HELD) -> ParameterCatalogue:
    texts = (FEE.replace("SOUTHLAND: SOUTH", f"SOUTHLAND: {south}"), COMPLAINT)
    found = [parse_model(Parameter, text, "a test") for text in texts]
    return ParameterCatalogue({one.parameter: one for one in found})


def values(south: str = NOT_HELD, held: frozenset[str] = frozenset((ACT, NORTH, SOUTH))) -> FixedValues:
    fixed = parameters(south)
    return FixedValues(UsableLaw(catalogue(), fixed, {}), link_statements(catalogue(), fixed), held)
