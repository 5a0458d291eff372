// The messages of the map, by key. The server puts `mapWords` in front of this:
// {tag, months, digits, english: {months, digits}, text: {key: words}, prints: {sentence: words}}.
const say = (key, values = {}) =>
  mapWords.text[key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? inOwnDigits(values[name]) : whole));

// A number is written as the language writes it; a name stays as it is.
const inOwnDigits = (value) => (typeof value === 'number' ? new Intl.NumberFormat(mapWords.tag).format(value) : String(value));

// A note on a print comes in English; each of its sentences that is known is said in the reader's language.
const sayNote = (note) => Object.entries(mapWords.prints).reduce((told, [english, own]) => told.replaceAll(english, own), (note || '').replace(/\s+/g, ' '));
