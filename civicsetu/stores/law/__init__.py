"""The law in Postgres: written one edition at a time, read in batches."""
