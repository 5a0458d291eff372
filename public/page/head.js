// The head of the page: its name, what it is, and which state is asked about. And on phones, where
// Chainlit does not, the address of the conversation, so that a reload opens it again.
(() => {
  'use strict';

  const bar = document.createElement('header');
  bar.id = 'civicsetu-head';
  const name = document.createElement('h1');
  name.textContent = 'CivicSetu';
  const what = document.createElement('span');
  what.className = 'cs-what';
  what.textContent = civicsetuSay('head.what');
  const place = document.createElement('button');
  place.id = 'civicsetu-jurisdiction';
  place.type = 'button';
  place.hidden = true;
  place.addEventListener('click', () => window.postMessage({ civicsetu: { settings: 'open' } }, '*'));

  // The server remembers the language that is chosen; what is typed is kept over the way. The browser's own list of
  // languages and of text sizes lies on a mark that names both.
  const list = document.createElement('select');
  list.id = 'civicsetu-language';
  list.setAttribute('aria-label', civicsetuSay('head.language_and_size'));
  const group = (key, options) => {
    const one = document.createElement('optgroup');
    one.label = civicsetuSay(key);
    one.append(...options);
    list.append(one);
  };
  group('head.language', Object.entries(civicsetuWords.languages).map(([code, { name: words }]) => {
    const option = new Option(words, code, false, code === civicsetuWords.language);
    option.lang = code;
    return option;
  }));
  const SIZES = { 100: 'normal', 120: 'larger', 140: 'largest' };
  const sizes = Object.keys(SIZES).map((size) => new Option('', size));
  group('head.text_size', sizes);
  const tellSize = () => {
    const now = document.documentElement.style.fontSize.replace('%', '') || '100';
    sizes.forEach((one) => {
      const words = civicsetuSay(`head.${SIZES[one.value]}`);
      one.text = one.value === now ? civicsetuSay('head.size_now', { size: words }) : words;
    });
  };
  tellSize();
  const mark = document.createElement('span');
  mark.setAttribute('aria-hidden', 'true');
  mark.append(civicsetuWords.languages[civicsetuWords.language].short, document.createElement('br'), 'Aa');
  const languages = document.createElement('span');
  languages.className = 'cs-language';
  languages.append(mark, list);

  // `first_page.html`, and the law's map, put a page into the size that is kept before it is seen.
  const choose = (size) => {
    document.documentElement.style.fontSize = `${size}%`;
    try {
      localStorage.setItem('civicsetu-text-size', size);
    } catch {
      // a browser that keeps nothing for us
    }
    tellSize();
  };
  list.addEventListener('change', () => {
    const chosen = list.value;
    if (sizes.some((one) => one.value === chosen)) {
      list.value = civicsetuWords.language;
      choose(chosen);
      return;
    }
    const box = document.getElementById('chat-input');
    if (box && box.value) sessionStorage.setItem('civicsetu-typed', box.value);
    window.location.search = `?language=${chosen}`;
  });
  bar.append(name, what, place, languages);

  const showPlace = (words) => {
    const label = document.createElement('span');
    const before = document.createElement('span');
    before.className = 'cs-law-for';
    before.textContent = civicsetuSay('head.law_for', { state: '' });
    label.append(before, words);
    place.replaceChildren(label);
    place.setAttribute('aria-label', civicsetuSay('head.change_state', { state: words }));
    place.hidden = false;
  };

  // The button that was pressed is gone and others stand in its place: the keyboard goes on from there.
  const goOnFrom = (id) => {
    setTimeout(() => {
      const next = document.querySelector(`[data-ask="${CSS.escape(id)}"]`);
      if (next && (!document.activeElement || document.activeElement === document.body)) next.focus();
    }, 150);
  };

  window.addEventListener('message', (event) => {
    const told = event.source === window && event.data && event.data.civicsetu;
    if (!told) return;
    if (typeof told.jurisdiction === 'string') showPlace(told.jurisdiction);
    if (typeof told.focus === 'string') goOnFrom(told.focus);
    if (typeof told.asked === 'string' && /^[0-9a-f-]{36}$/.test(told.asked)) {
      // An entry that only stands for an open sheet goes with it: the one below it is named, too.
      const nameAddress = () => {
        if (document.getElementById('welcome-screen')) return;
        if (window.location.pathname === '/') {
          window.history.replaceState(window.history.state, '', `/thread/${told.asked}`);
        }
        if (window.history.state && window.history.state.civicsetuLayer) setTimeout(nameAddress, 500);
      };
      setTimeout(nameAddress, 1500);
    }
  });

  const start = () => document.body.prepend(bar);
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);

  // What an answer is shown with is there before the first answer; a newer one takes the place of a stored one.
  fetch('/public/elements/civicsetu-answer.jsx', { cache: 'no-cache' }).catch(() => {});
})();
