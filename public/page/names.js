// Chainlit leaves buttons without a name; a reader of screens hears these.
(() => {
  'use strict';

  const NAMES = {
    '#sidebar-trigger-button': 'conversations',
    '#new-chat-button': 'new_conversation',
    '#theme-toggle': 'theme',
    '#chat-settings-open-modal': 'settings',
    '#chat-submit': 'send',
    '#stop-button': 'stop',
    '#search-chats-button': 'search',
    '.positive-feedback-off': 'helped',
    '.positive-feedback-on': 'helped_chosen',
    '.negative-feedback-off': 'wrong',
    '.negative-feedback-on': 'wrong_chosen',
    '#side-view-title > button': 'close',
  };

  const name = () => {
    for (const [selector, key] of Object.entries(NAMES)) {
      const words = civicsetuSay(`names.${key}`);
      for (const one of document.querySelectorAll(selector)) {
        if (one.getAttribute('aria-label') !== words) one.setAttribute('aria-label', words);
        if (/^(helped|wrong)/.test(key)) one.dataset.word = civicsetuSay(`names.${key.replace('_chosen', '')}`);
      }
    }
  };
  // A dialog whose title is missing is named by what stands above it, which changes with what it shows; a handle may
  // not point at what is not there.
  const mend = () => {
    name();
    for (const one of document.querySelectorAll("[role='dialog']:not([aria-label])")) {
      if (document.getElementById(one.getAttribute('aria-labelledby') || '')) continue;
      if (one.querySelector('#side-view-title')) one.setAttribute('aria-labelledby', 'side-view-title');
      else one.setAttribute('aria-label', 'CivicSetu');
    }
    for (const one of document.querySelectorAll("[role='separator'][aria-controls]")) {
      if (!document.getElementById(one.getAttribute('aria-controls'))) one.removeAttribute('aria-controls');
    }
  };
  const start = () => {
    mend();
    const what = { childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'aria-controls'] };
    new MutationObserver(mend).observe(document.body, what);
  };
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
})();
