"""The embedded servers: PostgreSQL and the graph, in the data folder."""
