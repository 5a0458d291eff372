// A law before a provision of it is chosen: which other laws it is joined to, and how.
const wholeLaw = (key) => {
  const box = make('section', { class: 'laws-joined' });
  queueMicrotask(() => fillLaws(key, box));
  return [make('h1', { tabindex: '-1', id: 'heading' }, lawOf(key).title), make('p', {}, WORDS.chooseProvision), box];
};

const fillLaws = async (key, box) => {
  try {
    const { edges } = await askLaws();
    const others = new Map();
    const order = Object.keys(WORDS.between);
    const joined = edges.filter((one) => (one.source === key) !== (one.target === key));
    joined.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
    joined.forEach((one) => {
      const other = one.source === key ? one.target : one.source;
      const words = WORDS.between[one.kind] && WORDS.between[one.kind][one.source === key ? 'from' : 'to'];
      if (words) others.set(other, [...(others.get(other) || []), say(words, { n: one.count })]);
    });
    if (!others.size) return;
    const byState = [...others].sort(([one], [other]) => lawOf(one).state.localeCompare(lawOf(other).state));
    const items = byState.map(([other, told]) =>
      make('li', {}, linkTo({ document: other, path: '' }, {}, lawOf(other).title), make('div', { class: 'fine' }, `${lawOf(other).state}: ${told.join(' · ')}`))
    );
    box.replaceChildren(make('h2', {}, WORDS.lawsJoined), make('ul', {}, items));
  } catch {
    faultIn(box, WORDS.joinedFault, () => fillLaws(key, box));
  }
};
