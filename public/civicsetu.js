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
  const openSettings = () => {
    const opener = document.getElementById('chat-settings-open-modal');
    if (opener) opener.click();
  };
  place.addEventListener('click', openSettings);
  const line = document.createElement('div');
  line.append(name, what);
  bar.append(line, place);

  const showPlace = (words, why) => {
    const reason = document.createElement('span');
    reason.className = 'cs-why';
    reason.textContent = why ? ` (${why})` : '';
    place.replaceChildren(`Law for: ${words}`, reason);
    place.setAttribute('aria-label', `Law for: ${words}${reason.textContent}. Change the state.`);
    place.hidden = false;
  };

  // The button that was pressed is gone and others stand in its place: the keyboard goes on from there.
  const goOnFrom = (id) => {
    setTimeout(() => {
      const next = document.getElementById(id);
      if (next && (!document.activeElement || document.activeElement === document.body)) next.focus();
    }, 150);
  };

  // Where a model writes answers: who receives a question, told on the first page under the box it is typed in.
  const notice = document.createElement('p');
  notice.id = 'civicsetu-writer';
  const receiver = document.createElement('span');
  const change = document.createElement('button');
  change.type = 'button';
  change.addEventListener('click', openSettings);
  notice.append(receiver, ' ', change);
  let watching = null;
  const placeNotice = () => {
    const welcome = document.getElementById('welcome-screen');
    if (welcome && notice.parentElement !== welcome) welcome.append(notice);
  };
  const showNotice = (words, label) => {
    receiver.textContent = words;
    change.textContent = label;
    placeNotice();
    if (watching) return;
    watching = new MutationObserver(placeNotice);
    watching.observe(document.body, { childList: true, subtree: true });
  };

  window.addEventListener('message', (event) => {
    const told = event.source === window && event.data && event.data.civicsetu;
    if (!told) return;
    if (typeof told.jurisdiction === 'string') showPlace(told.jurisdiction, told.why);
    if (typeof told.writer === 'string') showNotice(told.writer, told.writerChange);
    if (told.settings === 'open') openSettings();
    if (typeof told.focus === 'string') goOnFrom(told.focus);
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
