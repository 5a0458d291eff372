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
    const rules = held.length ? ` and from rules of ${held.join(', ')}` : '';
    note.textContent =
      `Answers come from the RERA Act${rules}; each sentence names its provision. ` +
      'Information about the law, not legal advice. Please leave out personal details.';
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
