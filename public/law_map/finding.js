// The search: numbers and headings while one types, the words of the law when one asks for it.
const NOUNS = ['section', 'sections', 'rule', 'rules', 'regulation', 'regulations'].map((key) => say(key)).join('|');
const NUMBERED = new RegExp(`^(?:sections?|rules?|regulations?|s\\.?|r\\.?|reg\\.?|${NOUNS})?\\s*(\\d+[a-z]*)\\s*((?:\\([^)]*\\)\\s*|\\s*(?:proviso|explanation)[ \\d]*)*)$`, 'i');
const ZEROS = ['\u0966', '\u0be6', '\u0ce6'].map((zero) => zero.codePointAt(0));
const inLatinDigits = (words) =>
  words.replace(/\p{Nd}/gu, (digit) => {
    const zero = ZEROS.find((one) => digit.codePointAt(0) >= one && digit.codePointAt(0) < one + 10);
    return zero ? String(digit.codePointAt(0) - zero) : digit;
  });

// 'section 18 (1)(a)', in the reader's language too, as '18(1)(a)'; empty where a post is no number.
const readNumber = (words) => {
  const found = inLatinDigits(words.trim()).match(NUMBERED);
  return found ? found[1].toUpperCase() + found[2].replace(/\s*\(\s*/g, '(').replace(/\s*\)/g, ')').trim().replace(/^(proviso|explanation)/i, ' $1') : '';
};

const filterTree = (words) => {
  dropFound();
  document.getElementById('tree-side').scrollTop = 0;
  const wanted = words.trim().toLowerCase();
  const number = readNumber(words);
  let shown = 0;
  tree.sections.forEach((section) => {
    const item = itemAt(section.path);
    const exact = number.includes('(') || number.includes(' ');
    const byNumberToo = number && (exact ? section.path === numberOf(number) : section.path.startsWith(number));
    const fits = !wanted || byNumberToo || (!number && `${section.path} ${section.title}`.toLowerCase().includes(wanted));
    if (item) item.hidden = !fits;
    if (fits) shown += 1;
  });
  if (!wanted || !tree.sections.length) tree.told.textContent = '';
  else tree.told.textContent = shown === 1 ? say('one_match') : shown ? say('matches', { n: shown }) : say('no_match');
};

const clearSearch = () => {
  const box = document.getElementById('wanted');
  box.value = '';
  filterTree('');
};

const dropFound = () => document.querySelectorAll('#found').forEach((one) => one.remove());

// A number opens its provision; anything else is looked for in the words of the law.
const findWords = async (words) => {
  const number = readNumber(words);
  if (!words.trim() || !tree.key) return;
  if (number) {
    await openNumber({ document: tree.key, path: number });
    return;
  }
  const key = tree.key;
  dropFound();
  tree.told.textContent = say('looking');
  try {
    const { results } = await askSearch(key, words.trim());
    if (key === tree.key) showFound(key, results);
  } catch {
    tree.told.textContent = say('search_fault');
  }
};

const openNumber = async (place) => {
  try {
    await askDetails(place);
    clearSearch();
    openPlace(place);
  } catch {
    tree.told.textContent = say('no_such_provision', { name: inSentence(longName(place)) });
  }
};

const showFound = (key, results) => {
  filterTree('');
  tree.told.textContent = results.length ? say('found_count', { n: results.length }) : say('nothing_found');
  if (!results.length) return;
  const items = results.map((one) => {
    const place = { document: key, path: one.provision };
    return make('li', {}, linkTo(place, {}, make('span', { class: 'number' }, shortName(place)), ' ', make('span', { lang: 'en' }, trimTitle(one.title))));
  });
  const clear = make('button', { type: 'button', class: 'plain', onclick: () => { clearSearch(); document.getElementById('wanted').focus(); } }, say('clear'));
  tree.box.before(make('section', { id: 'found', 'aria-label': say('found_in_text') }, make('h2', {}, say('found_in_text')), make('ul', {}, items), clear));
};
