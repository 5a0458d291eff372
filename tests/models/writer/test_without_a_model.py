"""Without a chat model nothing of LiteLLM is loaded, whatever of this room is."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from civicsetu.models.writer import check_models, litellm_chain, receivers
from civicsetu.settings import load_settings
settings = load_settings(_env_file=None)
assert litellm_chain.open_chat_models(settings) is None
assert receivers.list_receivers(settings.writer) == ()
print(sorted({"litellm", "openai", "httpx", "aiohttp", "tiktoken"} & set(sys.modules)))
"""


def test_nothing_is_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
