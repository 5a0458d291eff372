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
  return make('nav', { class: 'crumb', 'aria-label': WORDS.where }, links.flatMap((link, at) => (at ? [make('span', { 'aria-hidden': 'true' }, '›'), link] : [link])));
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
  const label = say(WORDS.theText, { edition: WORDS.editions[wording.kind] });
  const numbered = place.path === wording.section.section || wording.section.nodes.some((one) => one.path === place.path);
  return make(
    'section',
    { class: 'wording', 'data-edition': wording.kind, hidden: true },
    make('h2', { class: 'badge' }, WORDS.editions[wording.kind]),
    numbered ? null : make('p', { class: 'note' }, say(WORDS.notInEdition, { name: inSentence(longName(place)) })),
    make('div', { class: 'text', role: 'region', tabindex: '0', 'aria-label': label }, markedText(place, wording.section)),
    originOf(wording.reading)
  );
};

const outside = (url, words) => (/^https:\/\//.test(url || '') ? make('p', {}, make('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, words)) : null);

// A note that tells the day already is enough.
const dayTold = (reading) => {
  if (!reading.text_as_of) return WORDS.noDay;
  const day = dayOf(reading.text_as_of);
  return (reading.note || '').includes(day) ? '' : say(WORDS.asOf, { day });
};

const originOf = (reading) =>
  make(
    'div',
    { class: 'fine origin' },
    make('p', {}, [dayTold(reading), reading.page ? say(WORDS.page, { n: reading.page }) : ''].filter(Boolean).join(' ')),
    reading.note ? make('p', {}, reading.note) : null,
    reading.another_print ? make('p', {}, WORDS.anotherPrint) : null,
    reading.copied_from ? make('p', {}, say(WORDS.copied, { site: reading.copied_from })) : null,
    outside(reading.url, reading.copied_from ? WORDS.copyLink : WORDS.officialLink)
  );

const wordingSwitch = (box, kinds) => {
  const choose = (kind) => {
    shownWording.kind = kind;
    box.querySelectorAll('.wording').forEach((one) => { one.hidden = one.dataset.edition !== kind; });
    box.querySelectorAll('.switch button').forEach((one) => one.setAttribute('aria-pressed', String(one.value === kind)));
    bringMark(box.querySelector(`.wording[data-edition="${kind}"]`));
  };
  const buttons = kinds.map((kind) => make('button', { type: 'button', value: kind, 'aria-pressed': 'false', onclick: () => choose(kind) }, WORDS.editions[kind]));
  if (kinds.length > 1) box.append(make('div', { class: 'switch', role: 'group', 'aria-label': WORDS.wording }, buttons));
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
    plainOnly && sources.length ? [make('p', {}, WORDS.sources), make('ul', {}, sources)] : null,
    details.changes.map((one) => make('p', {}, say(WORDS.changed, { provision: one.provision, told: one.told, by: one.number ? `${one.by}, ${one.number}` : one.by, day: dayOf(one.date) }))),
    details.effective_date ? make('p', {}, say(WORDS.inForce, { day: dayOf(details.effective_date) })) : null,
    details.effective_note ? make('p', {}, say(WORDS.uncertain, { note: details.effective_note })) : null,
    details.readings.filter((one) => !one.is_current).map((one) =>
      make(
        'details',
        {},
        make('summary', {}, say(WORDS.earlier, { version: (one.version || WORDS.earlierFallback).toLowerCase() })),
        one.law_until ? make('p', { class: 'note' }, say(WORDS.earlierNote, { day: dayOf(one.law_until) })) : null,
        make('div', { class: 'text' }, one.text)
      )
    )
  );
};

const neighboursOf = (place, section) => {
  const beside = (path, words, rel) => path && linkTo({ document: place.document, path }, { rel }, say(words, { name: shortName({ document: place.document, path }) }));
  if (!section.previous && !section.following) return null;
  return make('nav', { class: 'beside', 'aria-label': WORDS.neighbours }, beside(section.previous, WORDS.before, 'prev'), beside(section.following, WORDS.after, 'next'));
};

const fillText = async (place, box) => {
  box.replaceChildren(make('p', { class: 'fine' }, WORDS.loading));
  try {
    const details = await askDetails(place);
    if (!isCurrent(place)) return;
    document.getElementById('heading-title').textContent = trimTitle(details.title);
    const wordings = await readWordings(place, details);
    if (!isCurrent(place)) return;
    box.replaceChildren();
    const chooseFirst = wordingSwitch(box, wordings.map((one) => one.kind));
    if (!wordings.some((one) => one.kind === 'official')) box.append(make('p', { class: 'note' }, WORDS.plainOnly));
    box.append(...wordings.map((one) => wordingOf(place, one)), knownOf(details));
    if (wordings.length) box.append(neighboursOf(place, wordings[0].section) || '');
    if (details.note) box.prepend(make('p', { class: 'note' }, details.note));
    chooseFirst();
  } catch {
    if (isCurrent(place)) faultIn(box, WORDS.textFault, () => fillText(place, box));
  }
};
