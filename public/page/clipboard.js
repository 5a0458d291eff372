// Copies a text. A page over plain http has no clipboard of its own: there the text is marked in a field and the browser
// copies what is marked. The field stands in the dialog that is open, which would take the keyboard back from elsewhere.
(() => {
  'use strict';

  const copyMarked = (text) => {
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.style.cssText = 'position: fixed; opacity: 0';
    ((before && before.closest("[role='dialog'], dialog[open]")) || document.body).append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    if (before) before.focus({ preventScroll: true });
    if (!copied) throw new Error('nothing was copied');
  };

  window.civicsetuCopy = async (text) => {
    if (navigator.clipboard && window.isSecureContext) await navigator.clipboard.writeText(text);
    else copyMarked(text);
  };
})();
