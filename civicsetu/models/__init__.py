"""Embedder, reranker and their weights: text in, vectors or scores out.

Nothing is loaded at import. `prepare.prepare` makes the weights ready once (the only place
where torch runs), `embedder.open_embedder` and `reranker.open_reranker` serve them.
"""
