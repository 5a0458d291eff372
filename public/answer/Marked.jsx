// A sentence with its figures and forms in bold. All text is put in as text.
function Marked({ text, marks }) {
  const parts = [];
  let at = 0;
  (marks || []).forEach(([start, end]) => {
    if (start > at) parts.push(<span key={at}>{text.slice(at, start)}</span>);
    parts.push(<b key={`b${start}`}>{text.slice(start, end)}</b>);
    at = end;
  });
  if (at < text.length) parts.push(<span key={at}>{text.slice(at)}</span>);
  return <>{parts}</>;
}
