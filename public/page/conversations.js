// The conversations of this browser, in the place of Chainlit's list: each with its state and day, to be opened, saved
// as a file or erased; and all erased at once. Erasing asks first and says what it does.
(() => {
  'use strict';

  const say = (key, values) => civicsetuSay(`conversations.${key}`, values);
  const dialog = document.createElement('dialog');
  dialog.id = 'civicsetu-conversations';
  dialog.className = 'cs-dialog';
  dialog.setAttribute('aria-labelledby', 'civicsetu-conversations-title');
  const make = (name, words, press) => {
    const one = document.createElement(name);
    one.textContent = words;
    if (press) {
      one.type = 'button';
      one.addEventListener('click', press);
    }
    return one;
  };
  const title = make('h2', say('title'));
  title.id = 'civicsetu-conversations-title';
  const close = make('button', say('close'), () => dialog.close());
  close.className = 'cs-close';
  const about = make('p', say('about'));
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  const list = document.createElement('ul');
  const eraseAll = document.createElement('div');
  dialog.append(title, close, about, told, list, eraseAll);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });

  // What cannot be done is told in a sentence. One that is gone was erased elsewhere, and the list is read anew.
  class Refused extends Error {}
  const request = async (path, how) => {
    const answer = await fetch(path, how);
    if (!answer.ok) throw new Refused(answer.status === 404 ? 'gone' : 'failed');
    return answer;
  };
  const telling = async (act) => {
    told.textContent = say('wait');
    try {
      await act();
    } catch (error) {
      if (error instanceof Refused && error.message === 'gone') await show(say('gone'));
      else told.textContent = FAILED;
    }
  };

  const here = () => (window.location.pathname.match(/^\/thread\/([0-9a-f-]{36})$/) || [])[1];
  const FAILED = say('failed');

  // Asks once more in the place of the button, where finger and reader are.
  const asking = (words, question, sure, act) => {
    const place = document.createElement('span');
    const first = make('button', words, () => {
      const no = make('button', say('keep'), () => {
        place.replaceChildren(first);
        first.focus();
      });
      const yes = make('button', sure, () => telling(act));
      yes.className = 'cs-erase';
      place.replaceChildren(make('span', `${question} `), yes, ' ', no);
      no.focus();
    });
    place.append(first);
    return place;
  };

  const send = (path, body) =>
    request(path, { method: 'DELETE', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  // A link alone would save what was refused, or nothing, without a word.
  const saveFile = async (path) => {
    const file = document.createElement('a');
    file.href = URL.createObjectURL(await (await request(path)).blob());
    file.download = 'civicsetu.md';
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 60000);
    told.textContent = '';
  };

  const row = (one) => {
    const item = document.createElement('li');
    const open = document.createElement('a');
    open.href = `/thread/${one.id}`;
    open.textContent = one.title;
    if (one.id === here()) open.setAttribute('aria-current', 'page');
    const facts = make('p', [one.state, one.day].filter(Boolean).join(', '));
    const save = document.createElement('a');
    save.href = `/project/conversations/${one.id}.md`;
    save.download = 'civicsetu.md';
    save.textContent = say('save');
    save.setAttribute('aria-label', say('save_named', { title: one.title }));
    save.addEventListener('click', (event) => {
      event.preventDefault();
      telling(() => saveFile(save.href));
    });
    const erase = asking(say('erase'), say('erase_sure'), say('erase'), async () => {
      await send('/project/thread', { threadId: one.id });
      if (one.id === here()) window.location.assign('/');
      else await show(say('erased'));
    });
    erase.querySelector('button').setAttribute('aria-label', say('erase_named', { title: one.title }));
    const does = document.createElement('p');
    does.className = 'cs-does';
    does.append(save, ' ', erase);
    item.append(open, facts, does);
    return item;
  };

  const show = async (words) => {
    told.textContent = say('wait');
    try {
      const own = (await (await request('/project/conversations')).json()).conversations;
      list.replaceChildren(...own.map(row));
      eraseAll.replaceChildren();
      if (own.length) {
        eraseAll.append(
          asking(say('erase_all'), say('erase_all_sure', { count: own.length }), say('erase_all'), async () => {
            await send('/project/conversations', {});
            window.location.assign('/');
          })
        );
      }
      told.textContent = words || (own.length ? '' : say('none'));
    } catch {
      told.textContent = FAILED;
    }
  };

  const open = () => {
    if (!dialog.isConnected) document.body.append(dialog);
    list.replaceChildren();
    eraseAll.replaceChildren();
    if (!dialog.open) dialog.showModal();
    show('');
  };

  // Chainlit's own list is not shown (civicsetu.css): its button, and its key, open this one.
  window.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('#sidebar-trigger-button')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  }, true);
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'b' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  }, true);
})();
