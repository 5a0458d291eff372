"""Where everything is kept: Postgres, the graph, and the embedded servers behind both."""
