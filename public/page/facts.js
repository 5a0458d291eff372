// A fact that was read from the question is corrected in a dialog of its own; the question is then asked again with it.
(() => {
  'use strict';

  let session = '';
  const dialog = document.createElement('dialog');
  dialog.id = 'civicsetu-fact';
  dialog.className = 'cs-dialog';
  dialog.setAttribute('aria-labelledby', 'civicsetu-fact-title');
  const title = document.createElement('h2');
  title.id = 'civicsetu-fact-title';
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'cs-close';
  close.textContent = civicsetuSay('facts.close');
  close.addEventListener('click', () => dialog.close());
  const choices = document.createElement('div');
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  dialog.append(title, close, choices, told);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });

  const correct = async (turn, name, value) => {
    told.textContent = civicsetuSay('facts.wait');
    try {
      const answer = await fetch('/project/fact', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId: session, turn, name, value }),
      });
      if (answer.ok) return dialog.close();
      const refused = await answer.json();
      told.textContent = typeof refused.detail === 'string' ? refused.detail : civicsetuSay('facts.refused');
    } catch {
      told.textContent = civicsetuSay('facts.failed');
    }
    return undefined;
  };

  const row = (words, chosen, press) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cs-choice';
    button.textContent = words[0].toUpperCase() + words.slice(1);
    if (chosen) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', press);
    return button;
  };

  // A day is written, since nobody finds 2017 in a calendar of months; a sum is, too.
  const WRITTEN = {
    law: [civicsetuSay('facts.day'), civicsetuSay('facts.ask_for_day')],
    date: [civicsetuSay('facts.day'), civicsetuSay('facts.ask_with_day')],
    rupee: [civicsetuSay('facts.sum'), civicsetuSay('facts.ask_with_sum')],
  };
  const writtenForm = (fact, turn) => {
    const [asked, does] = WRITTEN[fact.written] || WRITTEN.law;
    const form = document.createElement('form');
    const label = document.createElement('label');
    label.textContent = asked;
    const box = document.createElement('input');
    box.value = fact.value;
    box.autocomplete = 'off';
    label.append(box);
    const ask = document.createElement('button');
    ask.className = 'cs-choice';
    ask.textContent = does;
    form.append(label, ask);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      correct(turn, fact.name, box.value.trim() || '?');
    });
    if (fact.written && fact.written !== 'law') return [form];
    return [form, row(civicsetuSay('facts.ask_for_today'), false, () => correct(turn, fact.name, ''))];
  };

  const open = (fact, turn) => {
    title.textContent = fact.asks;
    told.textContent = '';
    const rows = fact.options.map((one) =>
      row(one.words, one.value === fact.value, () => (one.value === fact.value ? dialog.close() : correct(turn, fact.name, one.value)))
    );
    choices.replaceChildren(...(rows.length ? rows : writtenForm(fact, turn)));
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
  };

  window.addEventListener('message', (event) => {
    const news = event.source === window && event.data && event.data.civicsetu;
    if (!news) return;
    if (typeof news.session === 'string') session = news.session;
    if (news.fact && typeof news.turn === 'string') open(news.fact, news.turn);
  });
})();
