// The provisions used, how sure the answer is and who wrote it: folded.
function Sources({ sources, open }) {
  return (
    <details className="cs-sources-fold">
      <summary>{words().sources}</summary>
      {sources.sure ? <p>{sources.sure}</p> : null}
      <ul>
        {sources.lines.map((line) => (
          <li key={line.title + line.edition + line.chips[0].card}>
            <Chips chips={line.chips} open={open} /> {line.title ? `${line.title} ` : ''}({line.edition})
          </li>
        ))}
      </ul>
      <p className="cs-written">{sources.written}</p>
    </details>
  );
}
