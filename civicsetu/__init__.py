"""CivicSetu: plain, cited answers on Indian real-estate law."""

__version__ = "0.1.0"
