// The panel of one cited provision. All text is put in as text: nothing in it is read as HTML or Markdown.
import { useEffect, useRef, useState } from 'react';

function pieces(text, marks) {
  const parts = [];
  let at = 0;
  (marks || []).forEach(([start, end], index) => {
    if (start > at) parts.push({ key: `t${at}`, text: text.slice(at, start) });
    parts.push({ key: `m${start}`, text: text.slice(start, end), mark: index + 1 });
    at = end;
  });
  if (at < text.length) parts.push({ key: `t${at}`, text: text.slice(at) });
  return parts;
}

export default function Provision() {
  const [shown, setShown] = useState(0);
  const firstMark = useRef(null);
  const editions = props.editions || [];
  const edition = editions[Math.min(shown, editions.length - 1)];

  useEffect(() => {
    setShown(0);
  }, [props.name]);

  useEffect(() => {
    const mark = firstMark.current;
    if (!mark) return undefined;
    // After the panel has slid in: bring the mark into view, unless it is there already.
    const timer = setTimeout(() => {
      const { top, bottom, height } = mark.getBoundingClientRect();
      if (top >= 60 && bottom <= window.innerHeight - 40) return;
      mark.scrollIntoView({ block: height > window.innerHeight / 2 ? 'start' : 'center' });
    }, 350);
    return () => clearTimeout(timer);
  }, [shown, props.name]);

  if (!edition) return null;

  return (
    <article className="cs-provision" data-provision={props.provision} data-edition={edition.kind}>
      <header>
        {props.title ? <h2>{props.title}</h2> : null}
        <p className="cs-document">{props.documentTitle}</p>
        <p className="cs-place">
          {props.name.replace(/^\[|\]$/g, '')} · {props.jurisdiction}
          {edition.page ? ` · page ${edition.page}` : ''}
        </p>
      </header>

      {editions.length > 1 ? (
        <div className="cs-switch" role="group" aria-label="Whose words">
          {editions.map((one, index) => (
            <button
              key={one.label}
              type="button"
              aria-pressed={index === shown}
              onClick={() => setShown(index)}
            >
              {one.label}
            </button>
          ))}
        </div>
      ) : (
        <p className="cs-badge">{edition.label}</p>
      )}

      {props.plainOnly && edition.kind !== 'earlier' ? (
        <p className="cs-note">
          This is our own restatement in plain words. The official text of this provision is not held here: check it
          before you rely on it.
        </p>
      ) : null}

      {edition.kind === 'earlier' ? (
        <p className="cs-note">
          This is how the provision read before. It stopped being the law on {edition.until}: do not rely on it today.
        </p>
      ) : null}

      <div className="cs-text" tabIndex={0} aria-label="Text of the provision">
        {edition.cutBefore ? <span className="cs-cut">… </span> : null}
        {pieces(edition.text, edition.marks).map((part) =>
          part.mark ? (
            <mark key={part.key} ref={part.mark === 1 ? firstMark : null}>
              {part.text}
            </mark>
          ) : (
            <span key={part.key}>{part.text}</span>
          )
        )}
        {edition.cutAfter ? <span className="cs-cut"> …</span> : null}
      </div>

      {edition.cutBefore || edition.cutAfter ? (
        <p className="cs-fine">Part of a longer provision is shown, around what the answer cites.</p>
      ) : null}
      {edition.kind !== 'earlier' && edition.marks.length === 0 ? (
        <p className="cs-fine">The answer cites the other wording of this provision, so nothing is marked here.</p>
      ) : null}

      {(props.related || []).map((kind) => (
        <section key={kind.heading} className="cs-related">
          <h3>{kind.heading}</h3>
          <ul>
            {kind.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}

      <footer>
        {edition.kind === 'earlier' ? null : edition.asOf ? (
          <p>Law as held on {edition.asOf}; later changes were not checked.</p>
        ) : (
          <p>It is not known up to which day this text includes changes.</p>
        )}
        {(props.changes || []).map((change) => (
          <p key={change}>Changed: {change}</p>
        ))}
        {props.effective ? <p>{props.effective}</p> : null}
        {edition.note ? <p>{edition.note}</p> : null}
        {(props.sources || []).length && edition.kind === 'plain' ? (
          <div className="cs-sources">
            <p>No official text of this provision was at hand. Restated from public sources that agree:</p>
            <ul>
              {props.sources.map((source) => (
                <li key={source.url || source.title}>
                  {source.url ? (
                    <a href={source.url} target="_blank" rel="noopener noreferrer">
                      {source.title}
                    </a>
                  ) : (
                    source.title
                  )}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {edition.anotherPrint ? <p>This text was read from a file that is not the print we reviewed.</p> : null}
        {edition.copiedFrom ? (
          <p>
            Read from a copy on another site ({edition.copiedFrom}), not from the authority's own file: check it there
            before you rely on it.
          </p>
        ) : null}
        {edition.url ? (
          <p>
            <a href={edition.url} target="_blank" rel="noopener noreferrer">
              {edition.copiedFrom ? 'The copy this text was read from' : 'The law at its official address'}
            </a>
          </p>
        ) : null}
      </footer>
    </article>
  );
}
