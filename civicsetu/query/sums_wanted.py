"""Put a wish for a sum to be worked out as the question it is: "calculate interest on 50 lakh for 2 years' delay".

Such words resemble sums of any kind, and no question of law; "how much interest" is found as one.
"""

from __future__ import annotations

import re

_WISH = re.compile(
    r"^\W*(?:(?:please|pls|plz|kindly|can you|could you|help me(?: to)?|i want to|how (?:do i|to))\s+)*"
    r"(?:(?:calculate|compute|reckon|work out|find out|tell me)\s+)?(?:the\s+|my\s+|our\s+|total\s+|delay\s+|rera\s+)*"
    r"(?P<of>interest|compensation|penalty|refund)\b(?=[^?]*\d)(?![^?]*\b(?:rate|compound|simple|how|what|which|when|who|can|is|are|does|do|must|should|will)\b)",
    re.IGNORECASE,
)


def ask_for_sum(text: str) -> str:
    """Return a text that only names a sum to be worked out as a question for it; any other as it is."""
    return _WISH.sub(lambda found: f"how much {found['of']}", text, count=1)
