// A long question is folded to four lines, so that its answer stands in the window; one press shows all of it.
(() => {
  'use strict';

  const LINES = 4;
  const WORDS = { open: civicsetuSay('box.show_all'), close: civicsetuSay('box.show_less') };

  const isLong = (text) => text.scrollHeight > (LINES + 1.5) * parseFloat(getComputedStyle(text).lineHeight);

  const fold = (bubble, text) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cs-more';
    const show = (all) => {
      bubble.toggleAttribute('data-folded', !all);
      button.setAttribute('aria-expanded', String(all));
      button.textContent = all ? WORDS.close : WORDS.open;
    };
    button.addEventListener('click', () => show(bubble.hasAttribute('data-folded')));
    show(false);
    text.after(button);
  };

  // Each is measured once, as it comes: while a sheet opens, the page is for a moment half as wide.
  const measured = new WeakSet();
  const look = () => {
    for (const text of document.querySelectorAll("[data-step-type='user_message'] pre")) {
      const bubble = text.closest('.bg-accent');
      if (!bubble || measured.has(text)) continue;
      measured.add(text);
      if (!bubble.querySelector('.cs-more') && isLong(text)) fold(bubble, text);
    }
  };
  const start = () => new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
})();
