"""Switches off what libraries would report to their makers or to a tracing service.

onnxruntime reports by default: it looks up a host of its maker, and keeps a device id and
a queue of events in the home folder. Others report once a variable of the environment says
so, and such a variable, set for another program of the same person, is no consent to send
a citizen's question anywhere. So the switches here replace what was set.

They must be set before the libraries are imported: by every entrance of the program, and,
for whoever imports a room of it alone, before that room imports one of them.
"""

from __future__ import annotations

import os

SWITCHES = {
    "DO_NOT_TRACK": "1",  # a convention; huggingface_hub and others follow it
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_UPDATE_DOWNLOAD_COUNTS": "0",  # datasets
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "LANGSMITH_TRACING_V2": "false",  # read first of LangSmith's four names
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else its price list is fetched at import
    "ORT_DISABLE_TELEMETRY": "1",
    "OTEL_SDK_DISABLED": "true",  # also ends FastAPI's own export
    "RAGAS_DO_NOT_TRACK": "true",
    "TRACELOOP_LOGGING_ENABLED": "false",
    "TRACELOOP_METRICS_ENABLED": "false",
    "TRACELOOP_TRACING_ENABLED": "false",
}
"""Variables of the environment and the values that keep the installed libraries silent."""


def disable_library_telemetry() -> None:
    """Set every switch in this process and for the processes it starts.

    A switch that is set already is left alone: native threads may read the environment meanwhile.
    """
    for name, value in SWITCHES.items():
        if os.environ.get(name) != value:
            os.environ[name] = value
