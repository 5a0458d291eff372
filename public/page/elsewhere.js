// Who opens the address of somebody else's conversation is told so, on a page that works.
(() => {
  'use strict';

  if (!new URLSearchParams(window.location.search).has('elsewhere')) return;
  window.history.replaceState(null, '', '/');
  const note = document.createElement('div');
  note.id = 'civicsetu-elsewhere';
  note.setAttribute('role', 'status');
  const words = document.createElement('p');
  words.textContent = civicsetuSay('elsewhere.told');
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = civicsetuSay('elsewhere.close');
  close.addEventListener('click', () => note.remove());
  note.append(words, close);
  const start = () => document.body.append(note);
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
})();
