// One provision: where it stands, its section with the passage marked, in either wording, and what is known of the text.
const shownWording = { kind: '' };

// The whole section in each wording that is held of it, the plain one first.
const readWordings = async (place, details) => {
  const kinds = ['plain', 'official'].filter((kind) => details.readings.some((one) => one.is_current && one.edition === kind));
  const sections = await Promise.all(kinds.map((kind) => askSection(place, kind)));
  return kinds.map((kind, at) => ({ kind, section: sections[at], reading: details.readings.find((one) => one.is_current && one.edition === kind) }));
};

const crumbOf = (place) => {
  const steps = stepsTo(place.path);
  const law = { document: place.document, path: '' };
  const first = { document: place.document, path: steps[0] };
  const links = [linkTo(law, {}, lawOf(place.document).short), linkTo(first, {}, shortName(first))];
  steps.slice(1).forEach((step) => links.push(linkTo({ document: place.document, path: step }, {}, lastPiece(step))));
  links[links.length - 1].setAttribute('aria-current', 'page');
  return make('nav', { class: 'crumb', 'aria-label': say('where') }, links.flatMap((link, at) => (at ? [make('span', { 'aria-hidden': 'true' }, '›'), link] : [link])));
};

const markedText = (place, section) => {
  const node = section.nodes.find((one) => one.path === place.path);
  const isWhole = place.path === section.section;
  if (isWhole || !node || node.end <= node.start) return [section.text];
  const words = section.text.slice(node.start, node.end);
  const own = words.replace(/\s+$/, '');
  return [section.text.slice(0, node.start), make('mark', {}, own), words.slice(own.length) + section.text.slice(node.end)];
};

const wordingOf = (place, wording) => {
  const label = say('the_text', { edition: say(wording.kind) });
  const numbered = place.path === wording.section.section || wording.section.nodes.some((one) => one.path === place.path);
  return make(
    'section',
    { class: 'wording', 'data-edition': wording.kind, hidden: true },
    make('h2', { class: 'badge' }, say(wording.kind)),
    numbered ? null : make('p', { class: 'note' }, say('not_in_edition', { name: inSentence(longName(place)) })),
    make('div', { class: 'text', lang: 'en', role: 'region', tabindex: '0', 'aria-label': label }, markedText(place, wording.section)),
    originOf(place, wording.reading)
  );
};

const outside = (url, words) => (/^https:\/\//.test(url || '') ? make('p', {}, make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, words)) : null);

// A note that tells the day already is enough.
const dayTold = (reading) => {
  if (!reading.text_as_of) return say('no_day');
  const told = (reading.note || '').includes(dayOf(reading.text_as_of, mapWords.english));
  return told ? '' : say('as_of', { day: dayOf(reading.text_as_of) });
};

// A link only where the law itself is at that address; the first page of an authority's site is none.
const originOf = (place, reading) =>
  make(
    'div',
    { class: 'fine origin' },
    make('p', {}, [dayTold(reading), reading.page ? say('page', { n: reading.page }) : ''].filter(Boolean).join(' ')),
    reading.note ? make('p', {}, sayNote(reading.note)) : null,
    reading.another_print ? make('p', {}, say('another_print')) : null,
    reading.copied_from ? make('p', {}, say('copied', { site: reading.copied_from })) : null,
    lawOf(place.document).addresses.includes(reading.url) ? outside(reading.url, reading.copied_from ? say('copy_link') : say('official_link')) : null
  );

const wordingSwitch = (box, kinds) => {
  const choose = (kind) => {
    shownWording.kind = kind;
    box.querySelectorAll('.wording').forEach((one) => { one.hidden = one.dataset.edition !== kind; });
    box.querySelectorAll('.switch button').forEach((one) => one.setAttribute('aria-pressed', String(one.value === kind)));
    bringMark(box.querySelector(`.wording[data-edition="${kind}"]`));
  };
  const buttons = kinds.map((kind) => make('button', { type: 'button', value: kind, 'aria-pressed': 'false', onclick: () => choose(kind) }, say(kind)));
  if (kinds.length > 1) box.append(make('div', { class: 'switch', role: 'group', 'aria-label': say('wording') }, buttons));
  return () => choose(kinds.includes(shownWording.kind) ? shownWording.kind : kinds[0]);
};

// The passage that is marked comes into sight in its box; the page itself stays where it is.
const bringMark = (wording) => {
  const box = wording && wording.querySelector('.text');
  const mark = box && box.querySelector('mark');
  if (mark) box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top - 24;
};

const knownOf = (details) => {
  const sources = (details.sources || []).map((one) => make('li', {}, /^https:\/\//.test(one.address) ? make('a', { href: one.address, target: '_blank', rel: 'noopener noreferrer' }, one.title) : one.title));
  const plainOnly = details.readings.every((one) => !one.is_current || one.edition === 'plain');
  return make(
    'div',
    { class: 'fine known' },
    plainOnly && sources.length ? [make('p', {}, say('sources')), make('ul', {}, sources)] : null,
    details.changes.map((one) => make('p', {}, say('changed', { provision: one.provision, told: one.told, by: one.number ? `${one.by}, ${one.number}` : one.by, day: dayOf(one.date) }))),
    details.effective_date ? make('p', {}, say('in_force', { day: dayOf(details.effective_date) })) : null,
    details.effective_note ? make('p', {}, say('uncertain', { note: sayNote(details.effective_note) })) : null,
    details.readings.filter((one) => !one.is_current).map((one) =>
      make(
        'details',
        {},
        make('summary', {}, say('earlier', { version: sayNote(one.version).toLowerCase() || say('earlier_fallback') })),
        one.law_until ? make('p', { class: 'note' }, say('earlier_note', { day: dayOf(one.law_until) })) : null,
        make('div', { class: 'text', lang: 'en' }, one.text)
      )
    )
  );
};

const neighboursOf = (place, section) => {
  const beside = (path, key, rel) => path && linkTo({ document: place.document, path }, { rel }, say(key, { name: shortName({ document: place.document, path }) }));
  if (!section.previous && !section.following) return null;
  return make('nav', { class: 'beside', 'aria-label': say('neighbours') }, beside(section.previous, 'before', 'prev'), beside(section.following, 'after', 'next'));
};

const fillText = async (place, box) => {
  box.replaceChildren(make('p', { class: 'fine' }, say('loading')));
  try {
    const details = await askDetails(place);
    if (!isCurrent(place)) return;
    document.getElementById('heading-title').textContent = trimTitle(details.title);
    const wordings = await readWordings(place, details);
    if (!isCurrent(place)) return;
    box.replaceChildren();
    const chooseFirst = wordingSwitch(box, wordings.map((one) => one.kind));
    if (!wordings.some((one) => one.kind === 'official')) box.append(make('p', { class: 'note' }, say('plain_only')));
    box.append(...wordings.map((one) => wordingOf(place, one)), knownOf(details));
    if (wordings.length) box.append(neighboursOf(place, wordings[0].section) || '');
    if (details.note) box.prepend(make('p', { class: 'note' }, sayNote(details.note)));
    chooseFirst();
  } catch {
    if (isCurrent(place)) faultIn(box, say('text_fault'), () => fillText(place, box));
  }
};
