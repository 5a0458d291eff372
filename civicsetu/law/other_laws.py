"""The laws beside the one held that an answer can name, a closed list."""

from __future__ import annotations

from enum import StrEnum


class OtherLaw(StrEnum):
    """The laws that are named where a question belongs to one of them; the value is an id, not a name."""

    CONTRACT = "contract"
    REGISTRATION = "registration"
    STAMP = "stamp"
    INSOLVENCY = "insolvency"
    CONSUMER = "consumer"
    TENANCY = "tenancy"
    SUCCESSION = "succession"
    APARTMENT_OWNERSHIP = "apartment_ownership"
    PLANNING = "planning"
    INCOME_TAX = "income_tax"
    GST = "gst"
    CRIMINAL = "criminal"
    BANKING = "banking"
    SOCIETY = "society"
    PROPERTY_TAX = "property_tax"
    LAND_ACQUISITION = "land_acquisition"
    LAND_RECORDS = "land_records"
    FAMILY = "family"
    EMPLOYMENT = "employment"
    CHEQUES = "cheques"
    FOREIGN_EXCHANGE = "foreign_exchange"
    INSURANCE = "insurance"
    PENSION = "pension"
    BUILDING_WORKERS = "building_workers"
    DEFAMATION = "defamation"
    LAND_USE = "land_use"
    BRIBERY = "bribery"
    STREET_VENDING = "street_vending"
    NEIGHBOURS = "neighbours"
    VEHICLES = "vehicles"
    ELECTRICITY = "electricity"
