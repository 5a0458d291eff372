// Where a model writes answers: who receives a question, told on the first page under the box it is typed in.
(() => {
  'use strict';

  const notice = document.createElement('p');
  notice.id = 'civicsetu-writer';
  const receiver = document.createElement('span');
  const change = document.createElement('button');
  change.type = 'button';
  change.addEventListener('click', () => {
    const opener = document.getElementById('chat-settings-open-modal');
    if (opener) opener.click();
  });
  notice.append(receiver, ' ', change);
  let watching = null;
  const place = () => {
    const welcome = document.getElementById('welcome-screen');
    if (welcome && notice.parentElement !== welcome) welcome.append(notice);
  };

  window.addEventListener('message', (event) => {
    const told = event.source === window && event.data && event.data.civicsetu;
    if (!told || typeof told.writer !== 'string') return;
    document.body.dataset.writer = '';
    receiver.textContent = told.writer;
    change.textContent = told.writerChange;
    place();
    if (watching) return;
    watching = new MutationObserver(place);
    watching.observe(document.body, { childList: true, subtree: true });
  });
})();
