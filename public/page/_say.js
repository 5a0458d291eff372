// The messages of the page, by key, in its own language or in one that an answer is framed in. The server puts
// `civicsetuWords` in front of this: {language, languages: {code: {name, short}}, messages: {code: {tag, text: {key: words}}}}.
(() => {
  'use strict';

  const store = window.civicsetuWords;
  const fill = (words, values, tag) =>
    words.replace(/\{([a-z_]+)\}/g, (place, name) => {
      const value = values && values[name];
      return typeof value === 'number' ? new Intl.NumberFormat(tag).format(value) : String(value);
    });

  window.civicsetuSay = (key, values, language) => {
    const known = store.messages[language] || store.messages[store.language];
    return fill(known.text[key], values, known.tag);
  };

  // Fetches another language once; what is shown before says it in the page's own.
  window.civicsetuLoad = async (language) => {
    if (store.messages[language]) return;
    const answer = await fetch(`/public/messages/${encodeURIComponent(language)}.json`);
    if (answer.ok) store.messages[language] = await answer.json();
  };
})();
