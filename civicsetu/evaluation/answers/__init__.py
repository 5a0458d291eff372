"""How well answers say what they must: facts stated, matters beside the point, words, fallbacks."""
