// Chainlit leaves buttons without a name; a reader of screens hears these.
(() => {
  'use strict';

  const NAMES = {
    '#sidebar-trigger-button': 'Conversations',
    '#new-chat-button': 'New conversation',
    '#theme-toggle': 'Light or dark',
    '#chat-settings-open-modal': 'Settings',
    '#chat-submit': 'Send question',
    '#stop-button': 'Stop',
    '#search-chats-button': 'Search conversations',
    '.positive-feedback-off': 'Helped',
    '.positive-feedback-on': 'Helped: chosen',
    '.negative-feedback-off': 'Wrong',
    '.negative-feedback-on': 'Wrong: chosen',
    '#side-view-title > button': 'Close',
  };

  const name = () => {
    for (const [selector, words] of Object.entries(NAMES)) {
      for (const one of document.querySelectorAll(selector)) {
        if (one.getAttribute('aria-label') !== words) one.setAttribute('aria-label', words);
      }
    }
  };
  // A dialog whose title is missing is named after what it shows; a handle may not point at what is not there.
  const mend = () => {
    name();
    for (const one of document.querySelectorAll("[role='dialog']:not([aria-label])")) {
      const title = one.querySelector('#side-view-title');
      if (document.getElementById(one.getAttribute('aria-labelledby') || '')) continue;
      one.setAttribute('aria-label', title ? title.textContent.trim() : 'CivicSetu');
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
