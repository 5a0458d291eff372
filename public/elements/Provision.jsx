// The panel of one cited provision. All text is put in as text: nothing in it is read as HTML or Markdown.
import { useEffect, useRef } from 'react';

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

function Text({ edition, label, firstMark }) {
  return (
    <>
      <div className="cs-text" tabIndex={0} aria-label={label}>
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
        <p className="cs-fine">This is the part of a longer provision that the answer cites.</p>
      ) : null}
    </>
  );
}

function Origin({ edition, sources }) {
  return (
    <div className="cs-fine">
      {edition.asOf && !(edition.note || '').includes(edition.asOf) ? (
        <p>Law as held on {edition.asOf}; later changes were not checked.</p>
      ) : edition.asOf || edition.kind === 'earlier' ? null : (
        <p>We do not know up to which day this text includes changes.</p>
      )}
      {edition.note ? <p>{edition.note}</p> : null}
      {sources.length && edition.kind === 'plain' ? (
        <div className="cs-sources">
          <p>We had no official text of this provision. We restated it from public sources that agree:</p>
          <ul>
            {sources.map((source) => (
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
    </div>
  );
}

// What the answer says, then the provision in our words and in the official ones, under one another.
export default function Provision() {
  const firstMark = useRef(null);
  const editions = props.editions || [];
  const current = editions.filter((one) => one.kind !== 'earlier');
  const earlier = editions.filter((one) => one.kind === 'earlier');
  const said = props.said || [];

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
  }, [props.name]);

  if (!editions.length) return null;

  return (
    <article className="cs-provision" data-provision={props.provision}>
      <header>
        {props.title ? <h2>{props.title}</h2> : null}
        <p className="cs-document">{props.documentTitle}</p>
        <p className="cs-place">
          {props.name.replace(/^\[|\]$/g, '')} · {props.jurisdiction}
        </p>
      </header>

      {said.length ? (
        <section className="cs-said">
          <h3>What the answer says</h3>
          {said.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ) : null}

      {props.plainOnly ? (
        <p className="cs-note">
          This is our own restatement in plain words. We do not hold the official text of this provision: check it
          before you rely on it.
        </p>
      ) : null}

      {current.map((edition, index) => (
        <section key={edition.label} className="cs-edition" data-edition={edition.kind}>
          <h3 className="cs-badge">
            {edition.label}
            {edition.page ? ` · page ${edition.page}` : ''}
          </h3>
          <Text edition={edition} label={`The provision, ${edition.label}`} firstMark={index ? null : firstMark} />
          {edition.marks.length ? null : (
            <p className="cs-fine">The answer cites the other wording of this provision, so nothing is marked here.</p>
          )}
          <Origin edition={edition} sources={props.sources || []} />
        </section>
      ))}

      {(props.changes || []).map((change) => (
        <p key={change} className="cs-fine">
          Changed: {change}
        </p>
      ))}
      {props.effective ? <p className="cs-fine">{props.effective}</p> : null}

      {earlier.map((edition) => (
        <details key={edition.label} className="cs-edition" data-edition="earlier">
          <summary>How it read {edition.label}</summary>
          <p className="cs-note">
            This is how the provision read before. It stopped being the law on {edition.until}: do not rely on it today.
          </p>
          <Text edition={edition} label={`The provision, ${edition.label}`} firstMark={null} />
          <Origin edition={edition} sources={[]} />
        </details>
      ))}

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
    </article>
  );
}
