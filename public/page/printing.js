// On paper everything is open that is folded on the screen.
(() => {
  'use strict';

  let folded = [];
  window.addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll('.cs-answer details:not([open])')];
    folded.forEach((one) => one.setAttribute('open', ''));
  });
  window.addEventListener('afterprint', () => {
    folded.forEach((one) => one.removeAttribute('open'));
    folded = [];
  });
})();
