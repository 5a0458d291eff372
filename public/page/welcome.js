// The first page says what it knows and what it is not.
(() => {
  'use strict';

  const note = document.createElement('p');
  note.id = 'civicsetu-welcome';
  const place = () => {
    const welcome = document.getElementById('welcome-screen');
    if (welcome && note.parentElement !== welcome) welcome.append(note);
  };
  const told = (held) => {
    const from = held.length ? civicsetuSay('welcome.from_rules', { states: held.join(', ') }) : civicsetuSay('welcome.from');
    note.textContent = `${from} ${civicsetuSay('welcome.advice')}`;
    place();
  };

  window.addEventListener('message', (event) => {
    const news = event.source === window && event.data && event.data.civicsetu;
    if (news && Array.isArray(news.states)) told(news.states.filter((one) => one.held).map((one) => one.name));
  });
  const start = () => {
    told([]);
    new MutationObserver(place).observe(document.body, { childList: true, subtree: true });
  };
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
})();
