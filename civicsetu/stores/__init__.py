"""Storage: Postgres, the graph, and the embedded servers behind both."""
