// Hands what was typed before Chainlit's page came to its box, and sends it where it was to be sent.
(() => {
  'use strict';

  const early = window.civicsetuEarly || { text: '', send: false };
  const hand = () => {
    const box = document.getElementById('chat-input');
    if (!box) return false;
    if (early.text && !box.value) {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, early.text);
      box.dispatchEvent(new Event('input', { bubbles: true }));
      // Once the page knows the text, Enter sends it, or waits for the connection.
      if (early.send) {
        setTimeout(() => box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })), 50);
      }
    }
    return true;
  };
  if (hand()) return;
  const watching = new MutationObserver(() => {
    if (hand()) watching.disconnect();
  });
  const start = () => watching.observe(document.body, { childList: true, subtree: true });
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
})();
