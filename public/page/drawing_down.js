// On a phone the sheet is drawn down by its grip or its name: past a third of its height, or with a quick flick, it closes
// as by its button; else it goes back. Its text scrolls as before.
(() => {
  'use strict';

  const SHEET = "[role='dialog']:has(#side-view-content)";
  const FLICK = 0.5; // pixels a millisecond
  const MEANT = 24; // less is a tap that slipped
  let drawn = null;

  const holdAt = (sheet, place, seconds) => {
    sheet.style.transition = seconds ? `transform ${seconds}s ease-out` : 'none';
    sheet.style.transform = place;
  };

  document.addEventListener('pointerdown', (event) => {
    const head = event.isPrimary && event.button === 0 && event.target instanceof Element && event.target.closest(`${SHEET} > :has(> #side-view-title)`);
    if (!head) return;
    drawn = { sheet: head.parentElement, pointer: event.pointerId, from: event.clientY, at: event.clientY, when: event.timeStamp, speed: 0 };
    head.setPointerCapture(event.pointerId);
  });

  document.addEventListener('pointermove', (event) => {
    if (!drawn || event.pointerId !== drawn.pointer) return;
    const passed = event.timeStamp - drawn.when;
    if (passed > 0) drawn.speed = (event.clientY - drawn.at) / passed;
    drawn.at = event.clientY;
    drawn.when = event.timeStamp;
    holdAt(drawn.sheet, `translateY(${Math.max(0, drawn.at - drawn.from)}px)`, 0);
  });

  const letGo = (event) => {
    if (!drawn || event.pointerId !== drawn.pointer) return;
    const { sheet, from, at, when, speed } = drawn;
    drawn = null;
    const flicked = speed > FLICK && at - from > MEANT && event.timeStamp - when < 100;
    if (event.type === 'pointercancel' || !(flicked || at - from > sheet.offsetHeight / 3)) {
      holdAt(sheet, '', 0.2);
      return;
    }
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    holdAt(sheet, 'translateY(100%)', 0.15);
    setTimeout(() => sheet.querySelector(':scope > button').click(), still ? 0 : 150);
  };
  document.addEventListener('pointerup', letGo);
  document.addEventListener('pointercancel', letGo);
})();
