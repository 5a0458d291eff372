// The text size chosen in the chat is the map's too.
(() => {
  try {
    const size = localStorage.getItem('civicsetu-text-size');
    if (size === '120' || size === '140') document.documentElement.style.fontSize = `${size}%`;
  } catch {
    // a browser that keeps nothing for us
  }
})();
