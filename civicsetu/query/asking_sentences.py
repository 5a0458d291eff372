"""Find the sentences of a post that ask something, in the languages people write in.

A question mark decides where there is one; people on phones leave it out, so question words,
inverted verbs and requests ("please tell me how ...") count as well. What is only politeness
("please help") asks nothing by itself.
"""

from __future__ import annotations

import re

from civicsetu.lexicon.tokens import split_all_words
from civicsetu.query.chatter import is_chatter
from civicsetu.query.thresholds import READING

_LEAD = re.compile(
    r"^(?:[\W_]*(?:and|also|but|so|then|plus|or|now|next|ok|okay|well|hi|hello|dear (?:all|sir|team)|sir|madam|besides|"
    r"additionally|further|furthermore|moreover|separately|meanwhile|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|"
    r"last(?:ly)?|finally|in addition|in that case|if (?:so|not|yes)|q(?:ues|uestion)?\.? ?\d{0,2}|"
    r"(?:and |also )?(?:my|the|a|one)? ?(?:first|second|third|fourth|next|last|other|another|more|main|final)? ?"
    r"(?:question|query|doubt|concern|thing)s?(?: no\.?)?(?: \d)?(?: (?:is|are|was))?(?: that)?|"
    r"aur|phir|toh|lekin|ek aur(?: sawal| baat)?|(?:mera )?(?:pehla|dusra|doosra|agla) sawal(?: (?:yeh|ye))?(?: hai)?(?: ki)?|"
    r"और|तथा|फिर|लेकिन|साथ ही|आणि|तसेच|मग|पण|மற்றும்|மேலும்|ಮತ್ತು|ಹಾಗೂ|ಮತ್ತೆ)(?![\w\u0900-\u0DFF])[\s,:;.\-–—]*)+",
    re.IGNORECASE,
)
_POLITE = r"(?:please|pls|plz|kindly|sir|madam|so|also|and|can you|could you|would you|can (?:any|some)(?:one|body)|could (?:any|some)(?:one|body)|someone|anyone)"
_REQUEST = re.compile(
    rf"^(?:{_POLITE}[\s,]+)*(?:tell|say|state|list|name|describe|outline|specify|advi[sc]e|suggest|guide|explain|clarify|clear|inform|confirm|"
    r"let (?:me|us) know|point (?:me|us) to|direct (?:me|us) to|help (?:me|us) (?:to )?(?:understand|know|with)|enlighten|share|answer)\b"
    r"[\s,:]*(?:(?:me|us)\b)?[\s,:]*(?:(?:that|about|on|regarding|as to|with)\b)?"
    r"|\b(?:i|we)(?:'d| would|'m|'re| am| are)? (?:also |just |only |really )?(?:like|want|wanted|need|wish|have|keen|curious|interested|trying|looking|hoping) to "
    r"(?:know|ask|understand|find out|check|clarify|learn)\b[\s,:]*(?:(?:about|on|if|whether|that)\b)?"
    r"|\b(?:wondering|not sure|unsure|confused|no idea|curious|in doubt|unclear)\b[\s,]*(?=if|whether|what|how|who|which|when|where|why|about|as to)(?:(?:about|as to|if|whether)\b)?"
    r"|\b(?:i|we) (?:also |still )?(?:don'?t|do not|cannot|can'?t) (?:know|understand|figure out|find out)\b[\s,]*(?=if|whether|what|how|who|which|when|where|why)(?:(?:if|whether)\b)?"
    r"|\bany(?:one|body)? (?:idea|advice|suggestions?|guidance|clue)\b[\s,]*(?:(?:on|about|regarding|if|whether|for|as to)\b)?"
    r"|\b(?:need|want|seek|seeking|looking for|would like|appreciate) (?:some |your |an? )?(?:advice|guidance|clarity|clarification|information|info|opinion|answers?|help) "
    r"(?:on|about|regarding|whether|for|as to|if|to)\b"
    r"|\b(?:question|query|doubt)s? (?:is|are|about|regarding|on)\b[\s,:]*(?:(?:that|whether|if)\b)?"
    r"|^(?:also )?(?=whether\b)",
    re.IGNORECASE,
)
_WH = re.compile(
    r"^(?:(?:in|on|at|by|for|to|from|under|with|of|within|till|until|since|against|before) )?(?:(?:wh?at|wht|wat)(?:'?s)?\b(?! (?:i|he|she|it|they|we|you|the|my|our|this|that)\b)"
    r"|(?:who|whom|whose)\b|h[o]?w\b(?!ever)"
    r"|which\b(?! (?:is|was|means|meant|has|had|i|he|she|they|we|it|the|also|further|are|were)\b)"
    r"|h?w(?:en|hen|here|hr|hy)\b (?:is|are|am|was|were|can|could|do|does|did|will|would|should|shall|must|may|has|have|to|not|else|all|"
    r"exactly|(?:i|we|he|they|the \w+|builder) (?:can|will|should|must|shall|may|do|have)\b)"
    r"|(?:if|whether)\b(?=.*\?))",
    re.IGNORECASE,
)
_BEFORE_ASKING = re.compile(
    r"^(?:if|when|once|since|because|as|after|given|while|though|although|in case|in that case|suppose|assuming|regarding|about|"
    r"under|by|for|until|till|before|agar|yadi|jab)\b[^,?]*,\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_CONDITION_ASKING = re.compile(
    r"^if\b[^,?]{6,90}?\s(?P<rest>(?:how (?:many|much|long|do|can|to)|what (?:is|are|will|can|should|do|happens)|"
    r"where (?:do|can|should|to)|whom? (?:do|can|will|to)|(?:do|does|can|will|should|is|are|must|would|am) "
    r"(?:i|we|he|she|it|they|there|my|our|his|the|that|this|builder|refund)\b).{4,})$",
    re.IGNORECASE,
)
_WHO = r"(?:i|we|he|she|it|they|you|one|anyone|anybody|someone|there|builders?|promoters?|developers?|agents?|brokers?|buyers?|allottees?|banks?|rera|maharera)"
_INVERTED = re.compile(
    rf"^(?:(?:is|are|am|was|were|can|could|does|did|will|would|shall|should|may|must|has|isn'?t|aren'?t|can'?t|couldn'?t|doesn'?t|won'?t|shouldn'?t)"
    rf" (?:{_WHO}|the|my|our|his|her|their|its|a|an|any|this|that|these|those|such|all|both|not|\w+ (?:allowed|liable|entitled|bound|required|mandatory|compulsory|legal|valid))\b"
    rf"|(?:do|have|had|don'?t|haven'?t) (?:{_WHO}|the (?:builder|promoter|developer|buyer|agent|authority|rule|law)s?)\b)",
    re.IGNORECASE,
)
_LATIN_HINDI = re.compile(
    r"\b(?:kya+|kais[aei]|kaisey|kese|kab|kitn[aei]|kitney|kitno|kaun|kauns[aei]|kons[aei]|kahan|kahaan|kidhar|kyu|kyun|kyon|kyo|"
    r"kisko|kisse|kiske|kiski|kiska|kise|kis|kaha (?:se|par|pe|ja\w*|kar\w*|complain|shikayat|file|milega|milegi)|"
    r"bata(?:o|iye|ye|yein|yen|iyega|na|dijiye)|bata (?:do|de|dijiye|dein|sakte)|samjha(?:o|iye|ye|yein)|janna (?:hai|chahta|chahti|tha))\b",
    re.IGNORECASE,
)
_INDIC_WORDS = frozenset(
    "क्या कैसे कैसा कैसी कब कितना कितने कितनी कितनों कौन कौनसा कौनसी कौनसे कहाँ कहां क्यों किसे किसको किससे किसके किसकी किसका किस "
    "बताइए बताइये बताएं बताएँ बताओ बताये बतायें समझाइए समझाएं "
    "काय कसे कसा कशी कसं केव्हा कधी कधीपर्यंत किती कोण कोणी कोणाकडे कोणाला कोणता कोणती कोणते कोणत्या कुठे कोठे कशाला सांगा सांगाल "
    "என்ன எப்படி எப்போது எப்போ எவ்வளவு யார் யாரிடம் யாருக்கு எங்கே எங்கு ஏன் எந்த எத்தனை எது எவை "
    "ಏನು ಹೇಗೆ ಯಾವಾಗ ಎಷ್ಟು ಯಾರು ಯಾರಿಗೆ ಯಾರ ಎಲ್ಲಿ ಏಕೆ ಯಾಕೆ ಯಾವ ಯಾವುದು".split()
)
_LAST_WORDS = frozenset("का सांगावे சொல்லுங்கள் கூறுங்கள் விளக்குங்கள் சொல்லவும் ಹೇಳಿ ತಿಳಿಸಿ ವಿವರಿಸಿ".split())
_LAST_ENDINGS = (
    "ுமா", "லாமா", "ள்ளதா", "கிறதா", "ய்யலாமா", "உண்டா", "இல்லையா",
    "ಬಹುದೇ", "ಬಹುದಾ", "ತ್ತದೆಯೇ", "ತ್ತಾ", "ಬೇಕೇ", "ಬೇಕಾ", "ಇದೆಯೇ", "ಇದೆಯಾ", "ವುದೇ", "ಲ್ಲವೇ",
)  # fmt: skip
_QUOTED = re.compile(r"(?:(?<=\s)|^)['\"“‘][^'\"“”‘’]{12,300}['\"”’](?=[\s.,?!;:]|$)")
_SEVERAL_VERBS = r"(?:legal|allowed|valid|ok|okay|right|correct|fair|compuls[ao]r?ry|mandatory|necessary|possible|permitted|true)"
_AT_ITS_END = re.compile(
    rf"\b(?:is|are) (?:it|this|that|they|these) (?:not )?{_SEVERAL_VERBS}\W*$|\b(?:what|wat) (?:then|next|now)\W*$|\b(?:legal|allowed|right|valid|mandatory|correct|possible) or (?:not|no|wrong|illegal)\W*$"
    r"|\b(?:please|pls|plz|kindly) (?:guide|advi[sc]e|suggest|tell|help|explain)(?: (?:me|us))?(?: (?:for|on|about|in|with|regarding) (?:that|this|it|same))? (?:too|also|as well)\W*$"
    r"|\bya (?:nahi|nahin|nai|na|galat)\b(?: \w+)?\W*$|या नहीं[\s।?]*$",
    re.IGNORECASE,
)
_AFTER_A_COMMA = re.compile(
    r"(?<!said)(?<!asked)(?<!told)[,:]\s*(?:so |then |and |but |please |pls |plz )?(?P<rest>[^,:]+)$",
    re.IGNORECASE,
)
_ASKS_AFTER_A_COMMA = re.compile(
    rf"what \w+ (?:is|are|will|can|should|do|does)\b|(?:what (?:is|are|will|can|should)|how (?:much|many|to|do|can|long|should)|when (?:will|can|should|must|do)|who (?:will|pays|is(?! (?:the|an?|my|our|his|her)\b))|"
    rf"can|could|should|must|may|is|are|does|do|will) (?:{_WHO}|the|my|our|his|that|this|to|days|money|months|interest)\b",
    re.IGNORECASE,
)
_AFTER_A_COLON = re.compile(r"(?<!\bsaid)(?<!\bsays)(?<!\basked)(?<!\basks)(?<!\btold):\s*(?P<rest>.+)$", re.IGNORECASE)
_WHAT_TO_DO = re.compile(
    r"\b(?:wh?at|wat) (?:can|should|shall|could|must|to|shd|do|are|r) (?:i|we|be|do|my|our)\b|\bkya kar|क्या कर|काय कर|என்ன செய்|ಏನು ಮಾಡ",
    re.IGNORECASE,
)
_WHO_IS_RIGHT = re.compile(
    r"\b(?:who|which)(?: (?:one )?of (?:them|us|these|the two))? (?:is|are) (?:right|correct|wrong)\b"
    r"|\b(?:is|are) (?:either|any|one|both)(?: one)? of (?:them|us|these|the two) (?:right|correct|wrong)\b"
    r"|\b(?:kaun|kon) (?:sahi|galat) h(?:ai|e)\b|कौन (?:सही|गलत|ग़लत) है|कोण (?:बरोबर|खरं) ",
    re.IGNORECASE,
)
_ONLY_TELLS = re.compile(
    r"(?:(?:sirs?|madam|experts?|friends|all|everyone|team|ji|guys|here|dear)\b[\s,]*)*"
    r"(?:(?:i|we|he|she|they|my|our|as|because|since|so|thanks?|thx|regards|god|otherwise|urgently|asap|soon|one by one|point ?wise)\b|$)",
    re.IGNORECASE,
)
_EMPTY = (
    frozenset(
        "a an the i we he she it they you me us him her them my our his its their this that these those there here and or but if so as "
        "of to in on at by for from with about into under over than then too also please pls plz kindly sir madam is are am was were be "
        "been being do does did done can could will would shall should may must might has have had not no yes what who whom whose which "
        "when where why how whether any anyone some someone one ones all else exactly tell advise advice suggest guide explain clarify "
        "help know understand let ask answer answers reply respond queries doubts question questions query doubt thing things possible really actually just now still even case "
        "normal usual guys folks bro bhai hw wat wht whr whn wen abt u r ur n nd fr frm options option rights right ok okay correct legal allowed fair true way ways way next step steps go going get take happen "
        "happens mean means within many much day days month months year years long soon often time period amount regarding expected question matter such same kya kaise kab kaun kahan kyun kis hai hain ho hoga hogi hoge mein main "
        "mai mujhe mera meri mere hum hame humein ko ka ki ke se par pe aur ya to toh bhi nahi nahin kar karu karun kare karein karna "
        "sakta sakte sakti lagta lagti lagega lagegi lagte milta milti milega milegi milna padta padti padega padegi dena deni dene lena leni lene hota hoti hote gaya gayi diya karni karne hu hoon batao bataiye bataye kitna kitne kitni kahan kaha kisko kisse kaunsa kaunsi kaunse konsa konsi konse din dino mahine saal tak bharna bharni bharne bharu bharun bharenge jama dakhil kitno kitnon lagana lagani yeh ye woh wo is us isme usme iska uska chahiye ab kuch abhi agar wala wali wale ji hi thi tha raha rahe rahi thanks thank regards "
        "है हैं हो होगा होगी करनी करने करवाना करवानी में मैं मुझे मेरा मेरी मेरे हम हमें उससे इससे उसे इसे को का की के से पर और या तो भी नहीं कर करूं करूँ करें करना सकता सकते सकती यह वह इस उस तक जा जाता जाएगा सकती अब कुछ लिए वाला वाली वाले "
        "आहे आहेत मला माझा माझी माझे आम्हाला आणि किंवा तर पण ही हे हा ते तो करू शकतो शकते "
        "நான் எனக்கு என் அது இது மற்றும் இதற்கு அதற்கு ನಾನು ನನಗೆ ನನ್ನ ಅದು ಇದು ಮತ್ತು ಇದಕ್ಕೆ ಅದಕ್ಕೆ".split()
    )
    | _INDIC_WORDS
    | _LAST_WORDS
)
_DETAILS = frozenset(
    "form forms format authority office fill filled attach attached enclose enclosed copy copies fee fees charge charges cost costs procedure process documents papers deadline timeline limit "
    "last date use used need needed rs rupee rupees फॉर्म फीस शुल्क फी सा सी भरना भरें लगेगा लगेगी लगता लगती लागेल लागतो लागते वापरायचा वापरावा படிவம் கட்டணம் பயன்படுத்த ನಮೂನೆ ಶುಲ್ಕ ಬಳಸಬೇಕು ಬಳಸಲಿ".split()
)
_APPLICANTS = frozenset(
    "single person individual individuals company companies firm firms partnership llp proprietor proprietorship "
    "akele akela vyakti व्यक्ति अकेले कंपनी व्यक्ती தனிநபர் நிறுவனம் ವ್ಯಕ್ತಿ ಕಂಪನಿ".split()
)
"""Of whom a form or a fee is asked for, which says not what for."""
_REGISTRATIONS = frozenset(
    "register registering registered registration renew renewing renewal extend extending extension licence license number "
    "पंजीकरण रजिस्ट्रेशन नवीनीकरण नोंदणी नूतनीकरण பதிவு புதுப்பித்தல் ನೋಂದಣಿ ನವೀಕರಣ".split()
)
_WAYS_TO_PAY = frozenset("online offline dd draft cheque upi neft mode ऑनलाइन ऑफलाइन डीडी चेक यूपीआई".split())
_PAYING = frozenset(
    "pay pays paid paying payment payable cash free refundable bhar bhare bharen bharein chalega chalegi भरनी भरना भरें".split()
)
"""Words beside a fee or a way to pay it, which do not say for what it is paid; alone they may ask of another matter."""
_DRAFT = re.compile(r"\bdemand[- ]drafts?\b", re.IGNORECASE)
_FAILING = frozenset(
    "late deadline pass passes passed miss misses missed missing lapse lapses lapsed expire expires expired forget forgets forgot "
    "refuse refuses refused ignore ignores ignored fail fails failed delay delays delayed comply agree agrees disagree disagrees "
    "nikal der hua hui bhool तारीख तारीख़ निकल देर लेट बीत चूक".split()
)
_BESIDE_FAILING = frozenset(
    "apply applied sign signs penalty penalties fine fined punishment date last day still simply doesn don didn won isn dont doesnt didnt "
    "gye gyi jaye jaaye jaega गई गया गए जाए जाये जाएगी हुआ हुई होगा".split()
)
_IS_LAWFUL = re.compile(rf"\b{_SEVERAL_VERBS}\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^\W*(?:(?:and|but|also|then|aur)\s+)*(?:(?:for|to|or|ya|even|only|with|without|by|per|after|before)\s+)+"
    r"(?P<rest>.+?)(?:,\s*(?:i|we|he|she|it|they|who|which)\b.*)?$",
    re.IGNORECASE | re.DOTALL,
)
_FORMS_A_BODY = re.compile(
    r"\b(?:to|us|we|they|can|could|should|must|may|will|help \w+) form "
    r"(?:one|ourselves|themselves|(?:(?:an?|our|the) )?(?:(?!for\b|of\b)\w+ )?(?P<body>association|society|group|body|committee))\b",
    re.IGNORECASE,
)
"""A form here is no paper: "must they form a guild?"."""
_RATES = frozenset("rate rates percent percentage".split())
_PROCEDURE = re.compile(
    r"\b(?:complain\w*|shikayat|appeals?|apeel)\b|शिकायत|अपील|तक्रार|புகார்|மேல்முறையீ|ದೂರು|ಮೇಲ್ಮನವಿ", re.IGNORECASE
)
_POINTS_TO_A_THING = re.compile(
    r"\b(?:(?<!\bis )(?<!\bwas )it|its|this|(?<!so )that|these|those|same|such|above|uska|uski|uske|iska|iski|iske|isme|usme|uspe|ispe)\b"
    r"|उसक|उसम|उसस|इसक|इसम|इसस|वही|यही|त्याच|त्यात|ह्याच|அது|அதில்|அதே|இது|இதில்|ಅದು|ಅದರ|ಅದೇ|ಇದು|ಇದರ",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|this|that|these|those|they|them|their|he|him|his|she|same|such|above|uska|uski|uske|iska|iski|iske|isme|usme)\b"
    r"|उसक|उसम|उसस|इसक|इसम|इसस|वही|यही|त्याच|त्यात|ह्याच|அது|அதில்|அதே|இது|இதில்|ಅದು|ಅದರ|ಅದೇ|ಇದು|ಇದರ",
    re.IGNORECASE,
)


def bare(sentence: str) -> str:
    """Return the sentence without a lead-in such as "and my second question is"."""
    return sentence[found.end() :] if (found := _LEAD.match(sentence)) else sentence


def asks(sentence: str) -> bool:
    """Return whether a sentence asks something, with or without a question mark; quoted words do not count."""
    if (left := _QUOTED.sub(" ", sentence)) != sentence and substance(left):
        return asks(left)
    said = bare(sentence).strip() or sentence
    if is_chatter(said):
        return False
    return "?" in sentence or asks_by_words(sentence)


def asks_by_words(sentence: str) -> bool:
    """Return whether its words ask, whatever it ends with."""
    said = bare(sentence).strip()
    if (waited := _BEFORE_ASKING.match(said)) is not None and _opens_asking(bare(waited["rest"]).strip()):
        return True
    if _opens_asking(said) or _LATIN_HINDI.search(said) or _asks_at_its_end(said):
        return True
    words = split_all_words(said)
    if any(word in _INDIC_WORDS for word in words):
        return True
    return bool(words) and (words[-1] in _LAST_WORDS or words[-1].endswith(_LAST_ENDINGS))


def without_condition(sentence: str) -> str:
    """Return what is asked behind a condition: of "if he refuses, then where do I go" the second half."""
    waited = _BEFORE_ASKING.match(bare(sentence)) or _CONDITION_ASKING.match(bare(sentence))
    return bare(waited["rest"]).strip() if waited else sentence


def _opens_asking(said: str) -> bool:
    return any((_WH.match(said), _INVERTED.match(said), _CONDITION_ASKING.match(said), _requests(said)))


def _requests(said: str) -> bool:
    """Return whether it wants something told: not "please guide me, I am alone", which only tells."""
    request = _REQUEST.search(said)
    return request is not None and _ONLY_TELLS.match(said[request.end() :].strip(" ,:;")) is None


def _asks_at_its_end(said: str) -> bool:
    """Return whether it tells first and asks then: "he wants cash, can he?", "he keeps the key is it legal"."""
    if _AT_ITS_END.search(said):
        return True
    if (behind := _AFTER_A_COLON.search(said)) and _opens_asking(behind["rest"]):
        return True
    after = _AFTER_A_COMMA.search(said)
    return after is not None and _ASKS_AFTER_A_COMMA.match(after["rest"]) is not None


def asks_what_to_do(sentence: str) -> bool:
    """Return whether it only asks what to do, of whatever was told."""
    return not substance(sentence) and _WHAT_TO_DO.search(sentence) is not None


def asks_who_is_right(sentence: str) -> bool:
    """Return whether it asks which of several people is right, each of whom the story tells of."""
    return _WHO_IS_RIGHT.search(sentence) is not None


def heading_of(sentence: str, limit: int) -> str:
    """Return the question as a heading: without its lead-in, at most `limit` characters."""
    said = _question_within(bare(sentence).strip())
    if (request := _REQUEST.match(said)) and len(said) - request.end() > READING.heading_rest_chars:
        said = said[request.end() :].strip()
    said = (said or sentence).strip(" ,;:-–—.।")
    said = said[:1].upper() + said[1:]
    if len(said) <= limit:
        return said
    return said[:limit].rsplit(" ", 1)[0].rstrip(" ,;:-–—") + "…"


_TELLS_FIRST = re.compile(r"^(?P<told>[^,:?]{12,}[,:])\s*(?:so |then |and |but )?(?P<rest>.{12,})$", re.IGNORECASE)


def _question_within(said: str) -> str:
    """Return a sentence from where it asks: of "I live abroad, can my son go" the second half.

    A condition stays: "if he refuses, where do I go".
    """
    if _BEFORE_ASKING.match(said) or _opens_asking(said):
        return said
    tells = _TELLS_FIRST.match(said)
    if tells is None or not _opens_asking(tells["rest"]):
        return said
    stands = substance(tells["rest"]) >= READING.heading_substance and not points_to_a_thing(tells["rest"])
    return tells["rest"] if stands else said


def substance(sentence: str) -> int:
    """Return how many different words of it carry meaning by themselves."""
    return len(words_of_substance(sentence))


def names_procedure(sentence: str) -> bool:
    """Return whether it names a complaint or an appeal, of which it can be asked without more words."""
    return _PROCEDURE.search(sentence) is not None


def names_only_procedure(sentence: str) -> bool:
    """Return whether it names a complaint or an appeal and nothing of what it is about: "And how do I complain?"."""
    words = words_of_substance(sentence)
    return bool(words) and all(_PROCEDURE.search(word) for word in words)


def names_only_details(sentence: str) -> bool:
    """Return whether it asks for a form, a fee or a date of something that it does not name."""
    said = words_of_substance(_FORMS_A_BODY.sub(r" \g<body> ", sentence))
    return bool(said & _DETAILS) and said <= _DETAILS | _APPLICANTS


def leaves_out_whose(sentence: str) -> bool:
    """Return whether it asks of a registration, a fee or a way to pay, and not of whose or what for: "what is the fee for renewing"."""
    said = words_of_substance(_FORMS_A_BODY.sub(r" \g<body> ", _DRAFT.sub("dd", sentence)))
    beside = _DETAILS | _APPLICANTS | _REGISTRATIONS | _WAYS_TO_PAY | _PAYING
    return bool(said & (_DETAILS | _REGISTRATIONS | _WAYS_TO_PAY)) and said <= beside


def leaves_out_what_fails(sentence: str) -> bool:
    """Return whether it asks of a date that passes or of somebody who refuses, and not of what: "what if I am late".

    Whether a late fee is legal is asked of the fee itself.
    """
    said = words_of_substance(sentence)
    if not said & _FAILING or _IS_LAWFUL.search(sentence):
        return False
    return said <= _FAILING | _BESIDE_FAILING | _DETAILS


def goes_on_asking(sentence: str) -> bool:
    """Return whether it is but the rest of a question, known as one by its mark alone: "And for my wife also?", "Or by post?"."""
    if "?" not in sentence or (found := _GOES_ON.match(sentence)) is None or asks_by_words(sentence):
        return False
    return substance(found["rest"]) <= READING.alone_substance


def words_of_substance(sentence: str) -> set[str]:
    """Return the words that carry meaning by themselves, in lower case."""
    return {word for word in split_all_words(bare(sentence)) if word not in _EMPTY and len(word) > 1}


def names_only_rate(sentence: str) -> bool:
    """Return whether it asks for a rate of something that it does not name."""
    said = words_of_substance(sentence)
    return bool(said) and said <= _RATES


def points_to_a_thing(sentence: str) -> bool:
    """Return whether it refers to a thing or a matter in what was said before, not only to a person."""
    return _POINTS_TO_A_THING.search(bare(sentence)) is not None


def points_back(sentence: str) -> bool:
    """Return whether it refers by a pronoun to something in a sentence before."""
    return _POINTS_BACK.search(bare(sentence)) is not None
