"""Tells an amount of money by what stands right after the digits.

In India the word for rupees follows the digits as often as it goes before them, in every
script. Words of other scripts are matched by their beginning, for their endings change.
"""

from __future__ import annotations

import re

_RUPEES = "रुपय रुपए रुपै रूपय रूपए ரூபா ರೂಪಾಯಿ ರುಪಾಯಿ రూపాయ రుపాయ രൂപ টাকা টকা রুপি রূপি રૂપિય રૂપીય ਰੁਪਏ ਰੁਪਈ ରୂପ ଟଙ୍କା روپ"
_RUPEES_SHORT = "रु रू ரூ ರೂ రూ રૂ ਰੁ ৳ टका"
_MANY = "लाख करोड करो\u095c कोटी अरब লাখ লক্ষ কোটি லட்ச இலட்ச கோடி ಲಕ್ಷ ಕೋಟಿ లక్ష కోట్ల కోటి ലക്ഷ കോടി લાખ કરોડ ਲੱਖ ਕਰੋ ଲକ୍ଷ କୋଟି لاکھ کروڑ"
_OTHER_SCRIPTS = r"\u0600-\u06ff\u0900-\u0dff"
_NEXT_AMOUNT = r"(?! ?\.? ?(?:\d|₹|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|ek|do|lakh|paid))"


def _any(words: str) -> str:
    return "|".join(words.split())


AMOUNT_AFTER = re.compile(
    rf" ?(?:/-|/=|(?:(?:rs|inr|rupees?|rupaye?|rupaya|rupaiya|rupiya|rupye|rupai)\b|₹|(?:{_any(_RUPEES)})[{_OTHER_SCRIPTS}]{{0,8}}+"
    rf"|(?:{_any(_RUPEES_SHORT)})(?![{_OTHER_SCRIPTS}]))\.?{_NEXT_AMOUNT}"
    rf"|(?:lakhs?|lacs?|crores?|cr)\b|{_any(_MANY)}|% )"
)
