// The head of the page: its name, what it is, and which state is asked about. And on phones, where
// Chainlit does not, the address of the conversation, so that a reload opens it again.
(() => {
  'use strict';

  const bar = document.createElement('div');
  bar.id = 'civicsetu-head';
  const name = document.createElement('span');
  name.className = 'cs-name';
  name.textContent = 'CivicSetu';
  const what = document.createElement('span');
  what.className = 'cs-what';
  what.textContent = 'Indian real-estate law (RERA) in plain words';
  const place = document.createElement('button');
  place.id = 'civicsetu-jurisdiction';
  place.type = 'button';
  place.hidden = true;
  place.addEventListener('click', () => {
    const opener = document.getElementById('chat-settings-open-modal');
    if (opener) opener.click();
  });
  const line = document.createElement('div');
  line.append(name, what);
  bar.append(line, place);

  const showPlace = (words) => {
    place.textContent = `Law for: ${words}`;
    place.setAttribute('aria-label', `Law for: ${words}. Change the state.`);
    place.hidden = false;
  };

  window.addEventListener('message', (event) => {
    const told = event.source === window && event.data && event.data.civicsetu;
    if (!told) return;
    if (typeof told.jurisdiction === 'string') showPlace(told.jurisdiction);
    if (typeof told.asked === 'string' && /^[0-9a-f-]{36}$/.test(told.asked)) {
      setTimeout(() => {
        if (window.location.pathname === '/') {
          window.history.replaceState(window.history.state, '', `/thread/${told.asked}`);
        }
      }, 1500);
    }
  });

  // Chainlit opens a citation with a link to "#": the panel opens, the address stays.
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a.element-link')) event.preventDefault();
  });

  const start = () => document.body.append(bar);
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
})();
