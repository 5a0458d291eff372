// Why an answer did not help: reasons, the sentence meant and a few words, kept with Chainlit's own thumb.
//
// The thumbs under an answer call it, and so may any button: `civicsetuFeedback.helped(turn)`, `.wrong(turn)`,
// `.takeBack(turn)`, `.read(turn)`; `turn` is the id of the message. Each change is told to the page by the event
// `civicsetu:feedback` with `{turn, value}` (1 helped, 0 wrong, null taken back).
(() => {
  'use strict';

  const say = (key) => civicsetuSay(`feedback.${key}`);
  const REASONS = ['wrong_law', 'wrong_state', 'missing', 'hard', 'too_long', 'out_of_date'];
  const LONGEST = 2000;

  const make = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  const ask = async (method, path, body) => {
    const answer = await fetch(path, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(typeof told.detail === 'string' ? told.detail : say('failed'));
    return told;
  };
  const read = (turn) => ask('GET', `/feedback/${encodeURIComponent(turn)}`);

  // What happened is said aloud, and stands for a moment at the foot of the page.
  const status = make('div', { id: 'cs-feedback-status', role: 'status' });
  let fading = 0;
  const show = (text) => {
    clearTimeout(fading);
    status.textContent = text;
    fading = setTimeout(() => { status.textContent = ''; }, 6000);
  };

  const tell = (turn, value) => {
    const step = document.getElementById(`step-${turn}`);
    if (step) {
      step.dataset.csGiven = value === null ? 'none' : String(value);
      for (const [kind, on] of [['positive', value === 1], ['negative', value === 0]]) {
        const thumb = step.querySelector(`.${kind}-feedback-on, .${kind}-feedback-off`);
        if (thumb) thumb.setAttribute('aria-pressed', String(on));
      }
    }
    window.dispatchEvent(new CustomEvent('civicsetu:feedback', { detail: { turn, value } }));
  };

  const give = async (turn, value, more = {}) => {
    const { comment = null, ...rest } = more;
    await ask('PUT', '/feedback', { feedback: { forId: turn, value, comment }, ...rest });
    tell(turn, value);
    show(say('thanks'));
  };

  const takeBack = async (turn) => {
    const { given } = await read(turn);
    if (given) await ask('DELETE', '/feedback', { feedbackId: given.id });
    tell(turn, null);
    show(say('taken_back'));
  };

  const helped = async (turn) => {
    try {
      const { given } = await read(turn);
      if (given && given.value === 1) await takeBack(turn);
      else await give(turn, 1);
    } catch (error) {
      show(told(error));
    }
  };

  // A request that never arrived has words of the browser's own, which help nobody.
  const told = (error) => (error instanceof TypeError ? say('failed') : error.message);

  let dialog = null;
  const build = (turn, sentences, given) => {
    const boxes = REASONS.map((reason) => {
      const box = make('input', { type: 'checkbox', name: 'reason', value: reason });
      box.checked = Boolean(given && given.value === 0 && given.reasons.includes(reason));
      return make('label', {}, box, make('span', {}, say(reason)));
    });
    const choice = make('select', { id: 'cs-feedback-sentence' }, make('option', { value: '' }, say('whole')));
    sentences.forEach((text, at) => {
      const short = text.length > 90 ? `${text.slice(0, 88)}…` : text;
      choice.append(make('option', { value: String(at) }, `${at + 1}. ${short}`));
    });
    if (given && given.value === 0 && given.sentence !== null) choice.value = String(given.sentence);
    const comment = make('textarea', { id: 'cs-feedback-comment', maxlength: String(LONGEST), rows: '3' });
    comment.value = (given && given.value === 0 && given.comment) || '';
    const fault = make('p', { class: 'cs-fault', role: 'alert' });
    const send = make('button', { type: 'submit', class: 'cs-send' }, say('send'));
    const cancel = make('button', { type: 'button' }, say('cancel'));
    const back = make('button', { type: 'button' }, say('take_back'));
    const form = make('form', { method: 'dialog' },
      make('h2', { id: 'cs-feedback-title' }, say('title')),
      make('fieldset', {}, make('legend', {}, say('lead')), ...boxes),
      ...(sentences.length ? [make('label', { for: 'cs-feedback-sentence' }, say('sentence')), choice] : []),
      make('label', { for: 'cs-feedback-comment' }, say('comment')), comment,
      make('p', { class: 'cs-fine' }, say('kept')), fault,
      make('div', { class: 'cs-row' }, send, cancel, ...(given ? [back] : [])));
    const made = make('dialog', { id: 'cs-feedback', 'aria-labelledby': 'cs-feedback-title' }, form);

    const attempt = async (work) => {
      send.disabled = true;
      try {
        await work();
        made.close();
      } catch (error) {
        fault.textContent = told(error);
      }
      send.disabled = false;
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      attempt(() => give(turn, 0, {
        comment: comment.value.trim() || null,
        reasons: boxes.map((label) => label.firstChild).filter((box) => box.checked).map((box) => box.value),
        sentence: choice.value === '' ? null : Number(choice.value),
      }));
    });
    cancel.addEventListener('click', () => made.close());
    back.addEventListener('click', () => attempt(() => takeBack(turn)));
    made.addEventListener('click', (event) => { if (event.target === made) made.close(); });
    made.addEventListener('close', () => { made.remove(); dialog = null; });
    return made;
  };

  const wrong = async (turn) => {
    if (dialog) return;
    try {
      const { given, sentences } = await read(turn);
      dialog = build(turn, sentences, given);
      document.body.append(dialog);
      dialog.showModal();
      dialog.querySelector('input').focus();
    } catch (error) {
      dialog = null;
      show(told(error));
    }
  };

  window.civicsetuFeedback = { helped, wrong, takeBack, read, reasons: [...REASONS] };

  // Chainlit's thumbs, before Chainlit's own dialog opens.
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const thumb = event.target.closest('[class*="-feedback-on"], [class*="-feedback-off"]');
    const step = thumb && thumb.closest('[id^="step-"]');
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const turn = step.id.slice('step-'.length);
    if (/\bnegative-feedback-/.test(thumb.className)) wrong(turn);
    else helped(turn);
  }, true);

  const start = () => {
    document.head.append(make('link', { rel: 'stylesheet', href: '/public/feedback.css' }));
    document.body.append(status);
  };
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
})();
