"""RAGAS over our own rows: the answers first, then what a judge model makes of them, both resumable."""
