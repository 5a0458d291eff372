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
  what.textContent = 'Indian real-estate law (RERA) in plain words';
  const place = document.createElement('button');
  place.id = 'civicsetu-jurisdiction';
  place.type = 'button';
  place.hidden = true;
  place.addEventListener('click', () => window.postMessage({ civicsetu: { settings: 'open' } }, '*'));
  bar.append(name, what, place);

  const showPlace = (words) => {
    const label = document.createElement('span');
    const before = document.createElement('span');
    before.className = 'cs-law-for';
    before.textContent = 'Law for: ';
    label.append(before, words);
    place.replaceChildren(label);
    place.setAttribute('aria-label', `Law for: ${words}. Change the state.`);
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
