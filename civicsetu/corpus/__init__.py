"""From a registry entry to law that can be searched: read, divide, link, chunk, ingest."""
