"""The file Chainlit loads. The page is served by `civicsetu up`; see civicsetu/web/server.py."""

from civicsetu.web import handlers

handlers.register()
