// A provision in the middle, what it is joined to on both sides: a column a side, a cell a node, text cut to its cell.
// On a phone it stands at the left, and all it is joined to in one column beside it.
const SVG = 'http://www.w3.org/2000/svg';
const ROW = { height: 46, gap: 8, head: 28, tall: 74 };
const WIDE = { width: 250, side: 1, middle: 328, centre: 200, far: 605, whole: 856, one: 6, several: 4 };
const NARROW = { width: 214, side: 0, middle: 1, centre: 104, far: 143, whole: 358, one: 5, several: 3 };
const SIDES = { left: ['carries_out', 'referred_to_by'], right: ['conflicts_with', 'refers_to', 'carried_out_by', 'under_same_section'] };

const draw = (name, attributes = {}, ...inside) => {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...inside);
  return made;
};

const pen = document.createElement('canvas').getContext('2d');
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

const cutTo = (words, width, weight, size) => {
  pen.font = `${weight} ${size}px ${FONT}`;
  if (pen.measureText(words).width <= width) return words;
  let cut = words;
  while (cut && pen.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
};

// One of each law first, so that a picture shows how many states there are before how many rules one has.
const chosenOf = (neighbours, most) => {
  const seen = new Set();
  const first = neighbours.filter((one) => !seen.has(one.document) && seen.add(one.document));
  return [...first, ...neighbours.filter((one) => !first.includes(one))].slice(0, most);
};

const columnOf = (form, kinds, names) => {
  const there = names.map((name) => kinds.find((one) => one.kind === name)).filter(Boolean);
  const most = there.length > 1 ? form.several : form.one;
  const cells = there.flatMap((kind) => {
    const chosen = chosenOf(kind.neighbours, most);
    const rest = kind.count - chosen.length;
    return [
      { is: 'head', words: say(kind.kind), height: ROW.head },
      ...chosen.map((one) => ({ is: 'node', kind: kind.kind, one, height: ROW.height })),
      ...(rest ? [{ is: 'more', words: say('more', { n: rest }), height: ROW.head }] : []),
    ];
  });
  return { cells, height: cells.reduce((sum, cell) => sum + cell.height + ROW.gap, 0) };
};

const labelled = (x, y, width, lines) =>
  lines.map(({ words, weight, size, name }, at) => draw('text', { x, y: y + at * 17, class: name }, cutTo(words, width, weight, size)));

const nodeAt = (form, x, y, neighbour) => {
  const place = { document: neighbour.document, path: neighbour.provision };
  const lines = [
    { words: `${shortName(place)} · ${lawOf(place.document).short}`, weight: 600, size: 13, name: 'node-name' },
    { words: trimTitle(neighbour.title), weight: 400, size: 12, name: 'node-law' },
  ];
  const whole = draw('title', {}, `${longName(place)}, ${lawOf(place.document).title}: ${trimTitle(neighbour.title)}`);
  const node = draw('g', { class: 'node' }, whole, draw('rect', { x, y, width: form.width, height: ROW.height, rx: 8 }), ...labelled(x + 10, y + 19, form.width - 20, lines));
  node.addEventListener('click', () => openPlace(place));
  return node;
};

// From the one that speaks to the one it speaks of.
const lineBetween = (form, x, y, fromLeft, kind, middle) => {
  const [outer, inner] = fromLeft ? [x + form.width, form.middle] : [x, form.middle + form.centre];
  const bend = (outer + inner) / 2;
  const inward = ['referred_to_by', 'carried_out_by'].includes(kind);
  const far = `${outer} ${y}`;
  const near = `${inner} ${middle}`;
  const path = inward ? `M ${far} C ${bend} ${y} ${bend} ${middle} ${near}` : `M ${near} C ${bend} ${middle} ${bend} ${y} ${far}`;
  const mark = ['under_same_section', 'conflicts_with'].includes(kind) ? {} : { 'marker-end': 'url(#arrow)' };
  return draw('path', { d: path, class: `line ${kind}`, ...mark });
};

const drawColumn = (form, svg, column, x, fromLeft, height, middle) => {
  let y = (height - column.height) / 2 + ROW.gap / 2;
  column.cells.forEach((cell) => {
    if (cell.is === 'node') svg.append(lineBetween(form, x, y + cell.height / 2, fromLeft, cell.kind, middle), nodeAt(form, x, y, cell.one));
    else svg.append(draw('text', { x: x + 2, y: y + 19, class: cell.is }, cutTo(cell.words, form.width, cell.is === 'head' ? 600 : 400, 13)));
    y += cell.height + ROW.gap;
  });
};

const centreOf = (form, place, title, top) => {
  const lines = [
    { words: form === WIDE ? longName(place) : shortName(place), weight: 700, size: 15, name: 'centre-name' },
    { words: title, weight: 400, size: 12, name: 'node-law' },
    { words: lawOf(place.document).short, weight: 400, size: 12, name: 'node-law' },
  ];
  const rect = draw('rect', { x: form.middle, y: top, width: form.centre, height: ROW.tall, rx: 10 });
  return draw('g', { class: 'centre' }, rect, ...labelled(form.middle + 12, top + 23, form.centre - 24, lines));
};

const pictureOf = (place, title, kinds) => {
  const form = isWide() ? WIDE : NARROW;
  const left = columnOf(form, kinds, form === WIDE ? SIDES.left : []);
  const right = columnOf(form, kinds, form === WIDE ? SIDES.right : KINDS);
  const height = Math.max(left.height, right.height, ROW.tall + 2 * ROW.gap);
  const top = form === WIDE ? (height - ROW.tall) / 2 : ROW.head;
  const middle = top + ROW.tall / 2;
  const svg = draw('svg', { viewBox: `0 0 ${form.whole} ${height}`, width: form.whole, height, role: 'img', 'aria-label': say('picture_of', { name: longName(place) }) });
  const arrow = draw('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' }, draw('path', { d: 'M 0 0 L 8 4 L 0 8 z' }));
  svg.append(draw('defs', {}, arrow));
  drawColumn(form, svg, left, form.side, true, height, middle);
  drawColumn(form, svg, right, form.far, false, height, middle);
  svg.append(centreOf(form, place, title, top));
  const box = make('div', { class: 'picture-box', tabindex: '0', role: 'region', 'aria-label': say('picture_box') }, svg);
  return make('details', { class: 'picture', open: form === WIDE }, make('summary', {}, say('picture')), box);
};
