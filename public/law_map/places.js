// Places in the law: how they are written, named and linked; and a small maker of elements. Text is put in as text.
const MAP_PATH = '/law/map';
const laws = {};

// '18(1)(a)' is in '18', '17(2) proviso' in '17', 'Form A' is one by itself.
const numberOf = (path) => (/^\d/.test(path) ? path.match(/^\d+[A-Z]*/)[0] : path.replace(/\(.*$/, ''));

// '18(1)(a)' as ['18', '18(1)', '18(1)(a)'].
const stepsTo = (path) => {
  const steps = [numberOf(path)];
  const pieces = path.slice(steps[0].length).match(/\([^)]*\)| [a-z]+(?: \d+)?/gi) || [];
  pieces.forEach((piece) => steps.push(steps[steps.length - 1] + piece));
  return steps;
};

const lastPiece = (path) => {
  const steps = stepsTo(path);
  return steps.length > 1 ? path.slice(steps[steps.length - 2].length).trim() : path;
};

const lawOf = (key) => laws[key] || { title: key, short: key, state: '', noun: '', mark: '', addresses: [] };
const isAnnex = (path) => !/^\d/.test(path);
const shortName = (place) => (isAnnex(place.path) ? place.path : `${lawOf(place.document).mark}${place.path}`);
const longName = (place) => {
  const name = isAnnex(place.path) ? place.path : `${lawOf(place.document).noun} ${place.path}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
};
const trimTitle = (title) => (title || '').replace(/[\s.—–-]+$/, '');

const addressOf = (place) => {
  const told = new URLSearchParams();
  if (place.document) told.set('document', place.document);
  if (place.path) told.set('path', place.path);
  const query = told.toString().replace(/%28/g, '(').replace(/%29/g, ')');
  return query ? `${MAP_PATH}?${query}` : MAP_PATH;
};

// For a message or a letter: brackets are written so that none of them falls off the end of a link.
const sharedAddress = (place) => `${window.location.origin}${MAP_PATH}?${new URLSearchParams({ document: place.document, path: place.path })}`;

const placeIn = (address) => {
  const told = new URL(address, window.location.href).searchParams;
  return { document: told.get('document') || '', path: told.get('path') || '' };
};

const byNumber = (one, other) => {
  const split = (path) => [isAnnex(path) ? 1 : 0, parseInt(path, 10) || 0, path];
  const [a, b] = [split(one), split(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2].localeCompare(b[2], 'en', { numeric: true });
};

// make('a', { href }, 'text', element, …): attributes that are null or false are left out, `on…` are listeners.
const make = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  });
  made.append(...inside.flat().filter((one) => one !== null && one !== undefined && one !== false && one !== ''));
  return made;
};

const linkTo = (place, attributes, ...inside) => make('a', { href: addressOf(place), 'data-place': true, ...attributes }, ...inside);

const dayOf = (iso, { months, digits } = mapWords) => {
  const [year, month, day] = iso.split('-').map(Number);
  return `${day} ${months[month - 1]} ${year}`.replace(/\d/g, (digit) => digits[digit]);
};

// One sentence in the place of what could not be read, and a button to try again.
const faultIn = (box, words, again) => {
  box.replaceChildren(
    make('p', { class: 'fault', role: 'alert' }, words, ' ', make('button', { type: 'button', class: 'plain', onclick: again }, say('again')))
  );
};
const inSentence = (name) => (/^[A-Z][a-z ]+ \d/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name);
