"""The file Chainlit loads. `civicsetu up` serves it, and so does `chainlit run app.py`; see civicsetu/web."""

from civicsetu.garbage_collection import collect_seldom
from civicsetu.library_telemetry import disable_library_telemetry

disable_library_telemetry()
collect_seldom()

from civicsetu.web import chainlit_run, state  # noqa: E402 - the switches come first
from civicsetu.web.chat import handlers  # noqa: E402

if not state.is_set():
    chainlit_run.hand_over()
handlers.register()
