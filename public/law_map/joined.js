// What a provision is joined to: by kind, and in each kind by law; the picture stands above the list.
const FIRST = 8;

const fillJoined = async (place, box, jump) => {
  box.replaceChildren(make('h2', { tabindex: '-1', id: 'joined-heading' }, say('joined')), make('p', { class: 'fine' }, say('loading')));
  try {
    const [told, { title }] = await Promise.all([askJoined(place), askDetails(place).catch(() => ({ title: '' }))]);
    if (!isCurrent(place)) return;
    const kinds = told.edges.filter((one) => one.count).sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
    const all = kinds.reduce((sum, one) => sum + one.count, 0);
    jump.textContent = all ? say('jump', { n: all }) : say('joined');
    const notes = [
      told.source === 'graph' ? null : make('p', { class: 'note', 'data-source': told.source }, say('from_postgres')),
      all ? null : make('p', {}, say('nothing_joined')),
      kinds.some((one) => ['carries_out', 'carried_out_by', 'under_same_section'].includes(one.kind)) ? make('p', { class: 'fine' }, say('machine')) : null,
    ];
    box.replaceChildren(box.firstElementChild, ...notes.filter(Boolean), ...(all ? [pictureOf(place, trimTitle(title), kinds)] : []), make('div', { class: 'kinds' }, kinds.map((one) => kindOf(place, one))));
  } catch {
    if (!isCurrent(place)) return;
    const fault = make('div');
    faultIn(fault, say('joined_fault'), () => fillJoined(place, box, jump));
    box.replaceChildren(box.firstElementChild, fault);
  }
};

const kindOf = (place, kind) => {
  const rows = rowsOf(place, kind.neighbours);
  const rest = rows.filter((one) => one.dataset.rest);
  rest.forEach((one) => { one.hidden = true; });
  const more = rest.length
    ? make('button', { type: 'button', class: 'plain', onclick: () => {
        rest.forEach((one) => { one.hidden = false; });
        more.remove();
        rest[0].querySelector('a').focus();
      } }, say('all', { n: kind.neighbours.length }))
    : null;
  return make('section', { class: 'kind', 'data-kind': kind.kind }, make('h3', {}, say(kind.kind), ' ', make('span', { class: 'count' }, `(${inOwnDigits(kind.count)})`)), make('ul', {}, rows), more);
};

// A heading row begins each law but the one the reader is in.
const rowsOf = (place, neighbours) => {
  let law = place.document;
  return neighbours.flatMap((one, at) => {
    const rows = [];
    const rest = at >= FIRST || null;
    if (one.document !== law) rows.push(make('li', { class: 'of-law', 'data-rest': null }, lawOf(one.document).short, ' ', make('span', { class: 'fine' }, lawOf(one.document).state)));
    law = one.document;
    const there = { document: one.document, path: one.provision };
    const here = one.here === place.path ? null : make('span', { class: 'fine at' }, say('at', { place: shortName({ document: place.document, path: one.here }) }));
    rows.push(make('li', {}, linkTo(there, {}, make('span', { class: 'number' }, shortName(there)), ' ', make('span', { lang: 'en' }, trimTitle(one.title)), here)));
    if (rest) rows.forEach((row) => { row.dataset.rest = 'true'; });
    return rows;
  });
};
