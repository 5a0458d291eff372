"""The HTTP API: the page's answers and the law, for programs of others; see docs/adr/0017."""
