// The tree of one law: a nested list of links, with a button before each that has parts.
const tree = { key: '', sections: [], box: null, told: null };

const showTree = async (key) => {
  if (tree.key === key && tree.box.childElementCount && !tree.box.querySelector('.fault')) return;
  tree.key = key;
  tree.sections = [];
  tree.box.replaceChildren(key ? make('p', { class: 'fine' }, say('loading')) : '');
  tree.told.textContent = '';
  if (!key) return;
  try {
    const { nodes } = await askTree(key);
    if (tree.key !== key) return;
    tree.sections = nodes.filter((one) => one.document === key && one.level === 1).sort((one, other) => byNumber(one.path, other.path));
    tree.box.replaceChildren(listOf(tree.sections.map((one) => itemOf({ document: key, path: one.path }, one.title, one.parts))));
    tree.box.firstElementChild.setAttribute('aria-label', say('provisions_of', { law: lawOf(key).title }));
  } catch {
    if (tree.key === key) faultIn(tree.box, say('tree_fault'), () => showTree(key));
  }
};

const listOf = (items) => make('ul', {}, items);

const itemOf = (place, words, parts) => {
  const name = longName(place);
  const open = parts
    ? make('button', { type: 'button', class: 'disclose', 'aria-expanded': 'false', 'aria-label': say('parts_of', { name }), onclick: () => disclose(item) })
    : make('span', { class: 'disclose' });
  const number = make('span', { class: 'number' }, stepsTo(place.path).length > 1 ? lastPiece(place.path) : place.path);
  const link = linkTo(place, {}, number, ' ', make('span', { lang: 'en' }, trimTitle(words)));
  const item = make('li', { 'data-path': place.path }, make('div', { class: 'row' }, open, link));
  return item;
};

const buttonOf = (item) => item.querySelector(':scope > .row > button');

const disclose = async (item, wanted = null) => {
  const button = buttonOf(item);
  if (!button) return;
  const open = wanted === null ? button.getAttribute('aria-expanded') !== 'true' : wanted;
  button.setAttribute('aria-expanded', String(open));
  let inner = item.querySelector(':scope > ul');
  if (open && !inner) inner = await addParts(item);
  if (inner) inner.hidden = !open;
};

// All that lies in a section comes at once, with the first words of each part.
const addParts = async (item) => {
  const place = { document: tree.key, path: item.dataset.path };
  const box = make('ul', {}, make('li', { class: 'fine' }, say('loading')));
  item.append(box);
  try {
    const section = await askSection(place);
    const inside = section.nodes.filter((node) => node.path !== place.path);
    const lists = new Map([[place.path, []]]);
    inside.forEach((node) => lists.set(node.path, []));
    inside.forEach((node) => {
      const steps = stepsTo(node.path);
      const holder = lists.get(steps[steps.length - 2]) || lists.get(place.path);
      holder.push(node);
    });
    const build = (path) =>
      lists.get(path).map((node) => {
        const parts = lists.get(node.path).length;
        const made = itemOf({ document: place.document, path: node.path }, firstWords(section.text, node), parts);
        if (parts) made.append(make('ul', { hidden: true }, build(node.path)));
        return made;
      });
    box.replaceChildren(...build(place.path));
    markInTree(currentPlace());
  } catch {
    box.replaceChildren(make('li', {}, say('parts_fault')));
    setTimeout(() => box.remove(), 4000);
    buttonOf(item).setAttribute('aria-expanded', 'false');
  }
  return box;
};

const firstWords = (text, node) => {
  const words = text.slice(node.start, node.end).replace(/\s+/g, ' ').trim();
  const own = words.replace(/^(\([^)]{1,6}\)\s*)+/, '').replace(/^(proviso|explanation)\W+/i, '');
  return own.length > 64 ? `${own.slice(0, 63).replace(/\s\S*$/, '')}…` : own;
};

const itemAt = (path) => tree.box.querySelector(`li[data-path="${CSS.escape(path)}"]`);

// Open the tree down to a place and mark it.
const revealInTree = async (place) => {
  if (place.document !== tree.key || !place.path) return markInTree(place);
  const steps = stepsTo(place.path);
  for (const step of steps.slice(0, -1)) {
    const item = itemAt(step);
    if (item) await disclose(item, true);
  }
  markInTree(place);
  const item = itemAt(place.path);
  if (item) keepInSight(item.querySelector('.row'));
  return undefined;
};

const keepInSight = (row) => {
  const box = document.getElementById('tree-side');
  const [one, all, head] = [row, box, document.getElementById('find')].map((each) => each.getBoundingClientRect());
  if (box.scrollHeight > box.clientHeight && (one.top < head.bottom || one.bottom > all.bottom)) {
    box.scrollTop += one.top - (head.bottom + all.bottom) / 2;
  }
};

const markInTree = (place) => {
  tree.box.querySelectorAll('[aria-current]').forEach((one) => one.removeAttribute('aria-current'));
  const item = place.document === tree.key && place.path ? itemAt(place.path) : null;
  if (item) item.querySelector('a').setAttribute('aria-current', 'true');
};

// Up and down go from link to link, right opens, left closes or leads to what holds it.
const keyInTree = (event) => {
  const item = event.target.closest('li[data-path]');
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
  const button = buttonOf(item);
  const isOpen = button && button.getAttribute('aria-expanded') === 'true';
  const links = [...tree.box.querySelectorAll('a')].filter((one) => one.checkVisibility());
  const at = links.indexOf(item.querySelector(':scope > .row > a'));
  let next = null;
  if (event.key === 'ArrowDown') next = links[at + 1];
  else if (event.key === 'ArrowUp') next = links[at - 1];
  else if (event.key === 'Home') [next] = links;
  else if (event.key === 'End') next = links[links.length - 1];
  else if (event.key === 'ArrowRight' && button && !isOpen) disclose(item, true);
  else if (event.key === 'ArrowRight' && isOpen) next = links[at + 1];
  else if (event.key === 'ArrowLeft' && isOpen) disclose(item, false);
  else if (event.key === 'ArrowLeft') {
    const holder = item.parentElement.closest('li[data-path]');
    next = holder && holder.querySelector('a');
  } else return;
  event.preventDefault();
  if (next) next.focus();
};
