// A sentence in which each official site that it names can be pressed. The sites come with the answer, from the data that
// ships; a longer name that only contains one is another site. Figures and forms are bold. All text is put in as text.
function Linked({ text, marks, places }) {
  const links = [];
  (places || []).forEach(({ name, url }) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const end = at + name.length;
      if (!/[\w.@/-]$/.test(text.slice(0, at)) && !/^([\w@/-]|\.\w)/.test(text.slice(end))) links.push({ at, end, url });
    }
  });
  links.sort((one, other) => one.at - other.at);
  const parts = [];
  let from = 0;
  const add = (end) => {
    const own = (marks || []).filter(([start, stop]) => start >= from && stop <= end);
    if (end > from) parts.push(<Marked key={from} text={text.slice(from, end)} marks={own.map(([start, stop]) => [start - from, stop - from])} />);
  };
  links.forEach(({ at, end, url }) => {
    add(at);
    parts.push(
      <a key={`a${at}`} className="cs-place-link" href={url} target="_blank" rel="noopener noreferrer">
        {text.slice(at, end)}
      </a>
    );
    from = end;
  });
  add(text.length);
  return <>{parts}</>;
}
