// The choice of a state: states whose rules are held first, a search, one tap. It is remembered by this browser.
(() => {
  'use strict';

  let states = [];
  let chosen = '';
  let session = '';
  let corrects = '';

  const dialog = document.createElement('dialog');
  dialog.id = 'civicsetu-states';
  dialog.className = 'cs-dialog';
  dialog.setAttribute('aria-labelledby', 'civicsetu-states-title');
  const title = document.createElement('h2');
  title.id = 'civicsetu-states-title';
  title.textContent = civicsetuSay('states.title');
  const about = document.createElement('p');
  about.textContent = civicsetuSay('states.about');
  const search = document.createElement('input');
  search.type = 'search';
  search.placeholder = civicsetuSay('states.search');
  search.setAttribute('aria-label', civicsetuSay('states.search'));
  const list = document.createElement('div');
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'cs-close';
  close.textContent = civicsetuSay('states.close');
  close.addEventListener('click', () => dialog.close());
  dialog.append(title, close, about, search, told, list);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });

  const send = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).ok;
  };

  const choose = async (code) => {
    told.textContent = civicsetuSay('states.wait');
    try {
      const fact = { sessionId: session, turn: corrects, name: 'state', value: code };
      // From an answer that is not the latest any more it is only chosen.
      const again = corrects && (await send('/project/fact', fact));
      if (!again && !(await send('/project/state', { sessionId: session, code }))) throw new Error();
      dialog.close();
    } catch {
      told.textContent = civicsetuSay('states.failed');
    }
  };

  const row = (code, name) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.dataset.state = code;
    if (code === chosen) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => choose(code));
    return button;
  };

  const heading = (words) => {
    const line = document.createElement('h3');
    line.textContent = words;
    return line;
  };

  // The few states whose rules are held stand side by side.
  const chips = (words, of) => {
    const group = document.createElement('div');
    group.className = 'cs-held';
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', words);
    group.append(...of.map((one) => row(one.code, one.name)));
    return group;
  };

  const show = () => {
    const wanted = search.value.trim().toLowerCase();
    const fits = states.filter((one) => `${one.name} ${one.english}`.toLowerCase().includes(wanted));
    const held = fits.filter((one) => one.held);
    const others = fits.filter((one) => !one.held);
    list.replaceChildren();
    const everywhere = civicsetuSay('states.all_of_india');
    if (`${everywhere.toLowerCase()} all of india`.includes(wanted)) list.append(row('CENTRAL', everywhere));
    if (held.length) list.append(heading(civicsetuSay('states.held')), chips(civicsetuSay('states.held'), held));
    if (others.length) list.append(heading(civicsetuSay('states.not_held')), ...others.map((one) => row(one.code, one.name)));
    told.textContent = fits.length ? '' : civicsetuSay('states.none');
  };
  search.addEventListener('input', show);
  // Escape would empty the search first.
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dialog.close();
  });

  const open = (turn) => {
    corrects = typeof turn === 'string' ? turn : '';
    search.value = '';
    show();
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
  };

  // Only what somebody chose by hand is remembered, not what was read from a question.
  const remember = (code) => {
    const age = code ? 31536000 : 0;
    document.cookie = `civicsetu_state=${code}; path=/; max-age=${age}; samesite=lax`;
  };

  window.addEventListener('message', (event) => {
    const news = event.source === window && event.data && event.data.civicsetu;
    if (!news) return;
    if (Array.isArray(news.states)) {
      states = news.states;
      session = news.session;
      chosen = news.chosen || 'CENTRAL';
    }
    if (news.remember) remember(news.chosen);
    if (news.settings === 'open') open(news.corrects);
  });
})();
