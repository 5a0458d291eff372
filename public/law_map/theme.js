// The theme chosen in the chat is the map's too; without one the style sheet goes by the browser's wish.
(() => {
  try {
    const chosen = localStorage.getItem('vite-ui-theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // a browser that keeps nothing for us
  }
})();
