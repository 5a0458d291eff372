// A law before a provision of it is chosen: which other laws it is joined to, and how.
const BETWEEN = ['made_under', 'derived_from', 'references', 'conflicts_with'];

const wholeLaw = (key) => {
  const box = make('section', { class: 'laws-joined' });
  queueMicrotask(() => fillLaws(key, box));
  return [make('h1', { tabindex: '-1', id: 'heading' }, lawOf(key).title), make('p', {}, say('choose_provision')), box];
};

const fillLaws = async (key, box) => {
  try {
    const { edges } = await askLaws();
    const others = new Map();
    const joined = edges.filter((one) => (one.source === key) !== (one.target === key));
    joined.sort((one, other) => BETWEEN.indexOf(one.kind) - BETWEEN.indexOf(other.kind));
    joined.forEach((one) => {
      const other = one.source === key ? one.target : one.source;
      const words = BETWEEN.includes(one.kind) && say(`${one.source === key ? 'from' : 'to'}_${one.kind}`, { n: one.count });
      if (words) others.set(other, [...(others.get(other) || []), words]);
    });
    if (!others.size) return;
    const byState = [...others].sort(([one], [other]) => lawOf(one).state.localeCompare(lawOf(other).state));
    const items = byState.map(([other, told]) =>
      make('li', {}, linkTo({ document: other, path: '' }, {}, lawOf(other).title), make('div', { class: 'fine' }, `${lawOf(other).state}: ${told.join(' · ')}`))
    );
    box.replaceChildren(make('h2', {}, say('laws_joined')), make('ul', {}, items));
  } catch {
    faultIn(box, say('joined_fault'), () => fillLaws(key, box));
  }
};
