// What Chainlit's script asks for first, asked for while that script is still on its way: on a slow network each of
// these questions takes as long as the way there and back, and they would come one after another.
(() => {
  'use strict';

  const language = encodeURIComponent(navigator.language || 'en-US');
  const first = ['/auth/config', '/user', `/project/translations?language=${language}&`, `/project/settings?language=${language}&`];
  for (const address of first) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href: address });
    document.head.append(link);
  }
})();
