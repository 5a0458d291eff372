// Opens places, and keeps address, tree and text at the same one.
let here = { document: '', path: '' };
let start = null;

const currentPlace = () => here;
const isCurrent = (place) => place.document === here.document && place.path === here.path;
const isWide = () => window.matchMedia('(min-width: 900px)').matches;

// Go to a place, and into the history.
const openPlace = (place, focus = true) => {
  if (!isCurrent(place)) window.history.pushState(null, '', addressOf(place));
  show(place, focus);
};

const show = (place, focus) => {
  here = place;
  document.querySelectorAll('#place > .fault').forEach((one) => one.remove());
  document.body.dataset.view = place.path ? 'place' : place.document ? 'tree' : 'start';
  document.getElementById('law').value = place.document;
  const names = [place.path && longName(place), place.document && lawOf(place.document).short, say('title'), 'CivicSetu'];
  document.title = names.filter(Boolean).join(' · ');
  if (tree.key !== place.document) clearSearch();
  const treeShown = showTree(place.document).then(() => revealInTree(place));
  const shown = document.getElementById('shown');
  if (place.path) shown.replaceChildren(...provisionOf(place));
  else if (place.document) shown.replaceChildren(...wholeLaw(place.document));
  else shown.replaceChildren(start.cloneNode(true));
  if (focus) {
    const heading = shown.querySelector('h1');
    if (heading) heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
  return treeShown;
};

// The place's own address, to be sent on.
const shareLink = async (place, button) => {
  await window.civicsetuCopy(sharedAddress(place));
  button.textContent = say('link_copied');
  setTimeout(() => { button.textContent = say('share_link'); }, 2000);
};

const provisionOf = (place) => {
  const text = make('div', { id: 'text' });
  const joined = make('section', { id: 'joined', 'aria-labelledby': 'joined-heading' });
  const jump = make('a', { href: '#joined', class: 'jump', onclick: (event) => {
    event.preventDefault();
    joined.scrollIntoView();
    document.getElementById('joined-heading').focus({ preventScroll: true });
  } }, say('joined'));
  const share = make('button', { type: 'button', class: 'plain', 'data-act': 'copy-link', onclick: () => shareLink(place, share) }, say('share_link'));
  const law = lawOf(place.document);
  const heading = make('h1', { tabindex: '-1', id: 'heading' }, `${longName(place)} `, make('span', { id: 'heading-title', lang: 'en' }));
  // Once they stand in the page.
  queueMicrotask(() => {
    fillText(place, text);
    fillJoined(place, joined, jump);
  });
  return [crumbOf(place), heading, make('p', { class: 'fine' }, make('span', { lang: 'en' }, law.title), ` · ${law.state} `, make('span', { class: 'ways' }, jump, share)), text, joined];
};

// Escape empties the search, and leads from a provision back to its place in the list.
const escape = (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const box = document.getElementById('wanted');
  const finding = document.activeElement === box || document.getElementById('found');
  if (finding && (box.value || document.getElementById('found'))) {
    event.preventDefault();
    clearSearch();
    box.focus();
    return;
  }
  if (!here.path || document.getElementById('tree-side').contains(document.activeElement)) return;
  event.preventDefault();
  const { path } = here;
  const back = isWide() ? revealInTree(here) : (window.history.pushState(null, '', addressOf({ ...here, path: '' })), show({ ...here, path: '' }, false).then(() => revealInTree({ ...here, path })));
  back.then(() => {
    const item = itemAt(path);
    if (item) item.querySelector('a').focus();
  });
};

const follow = (event) => {
  const link = event.target instanceof Element && event.target.closest('a[data-place], a[data-document]');
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openPlace(placeIn(link.href));
};

// Another language opens the place that is open now.
const followLanguage = (event) => {
  const link = event.target instanceof Element && event.target.closest('a[data-language]');
  if (!link) return;
  const address = addressOf(here);
  link.href = `${address}${address.includes('?') ? '&' : '?'}language=${link.dataset.language}`;
};

document.addEventListener('DOMContentLoaded', () => {
  const map = document.getElementById('map');
  Object.assign(laws, JSON.parse(map.dataset.laws));
  start = document.createDocumentFragment();
  start.append(...[...document.getElementById('shown').childNodes].map((one) => one.cloneNode(true)));
  tree.box = document.getElementById('tree');
  tree.told = document.getElementById('told');
  tree.box.addEventListener('keydown', keyInTree);
  document.addEventListener('click', followLanguage);
  document.addEventListener('click', follow);
  document.addEventListener('keydown', escape);
  window.addEventListener('popstate', () => show(placeIn(window.location.href), true));
  document.getElementById('law').addEventListener('change', (event) => openPlace({ document: event.target.value, path: '' }, false));
  document.getElementById('wanted').addEventListener('input', (event) => filterTree(event.target.value));
  document.getElementById('find').addEventListener('submit', (event) => {
    event.preventDefault();
    findWords(document.getElementById('wanted').value);
  });
  if (!Object.keys(laws).length) return;
  document.getElementById('tree-side').hidden = false;
  const fault = document.querySelector('#place > .fault');
  show({ document: map.dataset.document, path: map.dataset.path }, false);
  if (fault) document.getElementById('place').prepend(fault);
});
