"""The chat: Chainlit's handlers, messages, elements, conversations."""
