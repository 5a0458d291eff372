// The browser's Back closes what lies over the page: the sheet of a provision, the list of conversations, a dialog.
// The first that opens puts one entry into the history. Closed otherwise, the entry stays for the next one, and Back
// passes over it: taking it away would be a navigation of its own, which a reload just then would run into.
(() => {
  'use strict';

  const LAYERS = ['#side-view-content', "[data-sidebar='sidebar'][data-mobile='true']", "[role='dialog']", 'dialog[open]'];
  const onLayer = () => !!(window.history.state && window.history.state.civicsetuLayer);
  let open = false;
  let at = onLayer();

  const isOpen = () => LAYERS.some((one) => document.querySelector(one));

  const escape = () => {
    const dialog = document.querySelector('dialog[open]');
    if (dialog) return dialog.close();
    const side = document.querySelector("#side-view-title button");
    if (side && !document.querySelector("[role='dialog']")) return side.click();
    const key = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true };
    (document.activeElement || document.body).dispatchEvent(new KeyboardEvent('keydown', key));
    return undefined;
  };

  const push = () => {
    window.history.pushState({ ...window.history.state, civicsetuLayer: true }, '');
    at = true;
  };

  const look = () => {
    const now = isOpen();
    if (now && !open && !onLayer()) push();
    open = now;
  };

  // Chainlit adds the address of a conversation that has begun behind the first page's, from which it leads here again:
  // Back would never get past it. The address takes the first page's place.
  const pushState = window.history.pushState.bind(window.history);
  window.history.pushState = (state, title, address) => {
    const begun = window.location.pathname === '/' && !document.getElementById('welcome-screen');
    if (!begun || !new URL(address || '', window.location.href).pathname.startsWith('/thread/')) return pushState(state, title, address);
    return window.history.replaceState(onLayer() ? { ...state, civicsetuLayer: true } : state, title, address);
  };

  window.addEventListener('popstate', (event) => {
    const was = at;
    at = onLayer();
    if (open) {
      event.stopImmediatePropagation();
      if (!window.dispatchEvent(new CustomEvent('civicsetu-back', { cancelable: true }))) {
        push();
        return;
      }
      open = false;
      escape();
    } else if (was && !at) {
      event.stopImmediatePropagation();
      window.history.back();
    }
  }, true);

  // On a wide window the sheet stands beside the conversation, where Escape does nothing by itself.
  let opener = null;
  document.addEventListener('click', (event) => {
    const chip = event.target instanceof Element && event.target.closest('.cs-chip, .cs-card');
    if (chip) opener = chip.matches('.cs-chip') ? chip : chip.querySelector('.cs-chip');
  }, true);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || document.querySelector("[role='dialog'], dialog[open]")) return;
    const side = document.querySelector('#side-view-title button');
    if (side) side.click();
  });

  let had = false;
  const watch = () => {
    look();
    const sheet = !!document.querySelector('#side-view-content');
    if (had && !sheet && opener && opener.isConnected) opener.focus();
    // Beside the conversation it takes the keyboard along, as the sheet of a phone does by itself.
    const first = !had && sheet && opener && document.querySelector('#side-view-title > button');
    if (first && !document.querySelector("[role='dialog']")) first.focus();
    had = sheet;
  };
  const start = () => new MutationObserver(watch).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] });
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
})();
