"""The file Chainlit loads. The page is served by `civicsetu up`; see civicsetu/web/server.py."""

from civicsetu.library_telemetry import disable_library_telemetry

disable_library_telemetry()

from civicsetu.web.chat import handlers  # noqa: E402 - the switches come first

handlers.register()
