// The question box: what is typed is never lost. Before the connection stands, Enter keeps the question and it is
// sent as soon as it does; a question that is too long is told while it is typed, and stays.
(() => {
  'use strict';

  const NEAR = 0.9;
  let limit = 0;
  let waiting = null;

  const note = document.createElement('p');
  note.id = 'civicsetu-box';
  note.setAttribute('role', 'status');

  const box = () => document.getElementById('chat-input');
  const submit = () => document.getElementById('chat-submit');
  const tell = (words, kind) => {
    const composer = document.getElementById('message-composer');
    if (composer && note.previousElementSibling !== composer) composer.after(note);
    if (note.textContent !== words) note.textContent = words;
    note.dataset.kind = kind || '';
  };

  const over = () => (limit && box() ? [...box().value].length - limit : 0);
  const count = () => {
    if (waiting || !limit || !box()) return;
    const length = [...box().value].length;
    if (length > limit) tell(civicsetuSay('box.over', { count: length - limit }), 'over');
    else if (length > NEAR * limit) tell(civicsetuSay('box.left', { count: limit - length }), 'near');
    else tell('');
  };

  const sendWhenReady = () => {
    if (waiting) return;
    tell(civicsetuSay('box.waiting'), 'waiting');
    waiting = setInterval(() => {
      const button = submit();
      const gone = !box() || !box().value.trim();
      if (!gone && (!button || button.disabled)) return;
      clearInterval(waiting);
      waiting = null;
      tell('');
      if (!gone) button.click();
    }, 100);
  };

  // True where the page would do nothing with the question, or the wrong thing.
  const holdBack = () => {
    if (!box() || !box().value.trim()) return false;
    if (over() > 0) return true;
    if (document.getElementById('stop-button')) return false;
    const button = submit();
    if (button && !button.disabled) return false;
    sendWhenReady();
    return true;
  };

  document.addEventListener('keydown', (event) => {
    if (event.target !== box() || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    if (!holdBack()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // A button that is not active gives its click to what lies under it.
  document.addEventListener('click', (event) => {
    const button = submit();
    if (!button || !(event.target instanceof Element)) return;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const on = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (on && holdBack()) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener('input', (event) => {
    if (event.target === box()) count();
  });

  window.addEventListener('message', (event) => {
    const told = event.source === window && event.data && event.data.civicsetu;
    if (told && Number.isInteger(told.limit)) limit = told.limit;
  });
})();
