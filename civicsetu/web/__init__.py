"""The page: Chainlit handlers, the parent server, identity, conversations, citations as elements."""
