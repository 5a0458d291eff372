// The sheet of one cited provision. All text is put in as text: nothing in it is read as HTML or Markdown.
import { useEffect, useRef, useState } from 'react';
import { useRecoilState } from 'recoil';
import { sideViewState } from '@chainlit/react-client';

// The sheet is in the language of the answer that it belongs to.
const say = (key, values) => civicsetuSay(`sheet.${key}`, values, props.language);

const plainName = (shown) => shown.name.replace(/^\[|\]$/g, '');

function pieces(text, marks) {
  const parts = [];
  let at = 0;
  (marks || []).forEach(([start, end], index) => {
    if (start > at) parts.push({ key: `t${at}`, at, text: text.slice(at, start) });
    parts.push({ key: `m${start}`, at: start, text: text.slice(start, end), mark: index + 1 });
    at = end;
  });
  if (at < text.length) parts.push({ key: `t${at}`, at, text: text.slice(at) });
  return parts;
}

// References that lead to a provision held open it in this sheet.
function linked(text, from, links, open) {
  const parts = [];
  let at = 0;
  (links || []).forEach(([start, end, document, provision]) => {
    if (start < from + at || end > from + text.length) return;
    if (start - from > at) parts.push(text.slice(at, start - from));
    const words = text.slice(start - from, end - from);
    parts.push(
      <button key={start} type="button" className="cs-reference" onClick={() => open({ document, provision })}>
        {words}
      </button>
    );
    at = end - from;
  });
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

// The whole of a provision that is shown in part, with the same words marked.
function inWhole({ text, links }, edition) {
  const marks = (edition.marks || [])
    .map(([start, end]) => edition.text.slice(start, end))
    .map((words) => [text.indexOf(words), words.length])
    .filter(([start]) => start >= 0)
    .map(([start, length]) => [start, start + length]);
  return { ...edition, text, marks, links, cutBefore: false, cutAfter: false };
}

function Text({ edition, label, firstMark, open, whole }) {
  const [all, setAll] = useState(null);
  const [fault, setFault] = useState('');
  const shown = all ? inWhole(all, edition) : edition;
  const cut = shown.cutBefore || shown.cutAfter;
  const load = async () => {
    try {
      const answer = await fetch(`${whole}?edition=${encodeURIComponent(edition.kind)}`);
      if (!answer.ok) throw new Error(String(answer.status));
      setAll(await answer.json());
    } catch {
      setFault(say('rest_failed'));
    }
  };
  return (
    <>
      <div className="cs-text" lang="en" tabIndex={0} role="region" aria-label={label}>
        {shown.cutBefore ? <span className="cs-cut">… </span> : null}
        {pieces(shown.text, shown.marks).map((part) =>
          part.mark ? (
            <mark key={part.key} ref={part.mark === 1 ? firstMark : null}>
              {linked(part.text, part.at, shown.links, open)}
            </mark>
          ) : (
            <span key={part.key}>{linked(part.text, part.at, shown.links, open)}</span>
          )
        )}
        {shown.cutAfter ? <span className="cs-cut"> …</span> : null}
      </div>
      {cut ? (
        <p className="cs-fine">
          {say('part')}{' '}
          {whole && edition.kind !== 'earlier' ? (
            <button type="button" className="cs-back" onClick={load}>
              {say('show_all')}
            </button>
          ) : null}
        </p>
      ) : null}
      {fault ? <p className="cs-fine">{fault}</p> : null}
    </>
  );
}

// A link only where the law itself is at that address; else its official site is named.
function Origin({ edition, sources }) {
  return (
    <div className="cs-fine">
      {edition.asOf && !(edition.note || '').includes(edition.asOf) ? (
        <p>{say('held', { day: edition.asOf })}</p>
      ) : edition.asOf || edition.kind === 'earlier' ? null : (
        <p>{say('held_unknown')}</p>
      )}
      {edition.note ? <p>{edition.note}</p> : null}
      {sources.length && edition.kind === 'plain' ? (
        <div className="cs-sources">
          <p>{say('from_sources')}</p>
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
      {edition.anotherPrint ? <p>{say('another_print')}</p> : null}
      {edition.copiedFrom ? <p>{say('copied_from', { site: edition.copiedFrom })}</p> : null}
      {edition.exact && edition.url ? (
        <p>
          <a href={edition.url} target="_blank" rel="noopener noreferrer">
            {say(edition.copiedFrom ? 'copy_address' : 'official_address')}
          </a>
        </p>
      ) : edition.site ? (
        <p>{say('official_site', { site: edition.site })}</p>
      ) : null}
    </div>
  );
}

// Where the provision stands in its law, from the law down to the part cited.
function Crumb({ shown }) {
  return (
    <nav className="cs-crumb" aria-label={say('crumb')}>
      {(shown.crumb || []).map((step, at) => (
        <span key={`${at} ${step}`}>
          {at ? ' › ' : ''}
          {step}
        </span>
      ))}
    </nav>
  );
}

// The wordings there are: the switch stays in sight while the text is read.
function EditionSwitch({ kinds, kind, choose }) {
  if (kinds.length < 2) return null;
  return (
    <div className="cs-switch" role="group" aria-label={say('wording')}>
      {kinds.map((one) => (
        <button key={one} type="button" aria-pressed={one === kind} onClick={() => choose(one)}>
          {say(one)}
        </button>
      ))}
    </div>
  );
}

// What the law joins this provision with; each opens in this sheet, and Back leads here again.
function Related({ kinds, open }) {
  return (kinds || []).map((kind) => (
    <section key={kind.heading} className="cs-related">
      <h3>{kind.heading}</h3>
      {kind.links ? (
        <p className="cs-links">
          {kind.links.map((link) => (
            <button key={link.document + link.provision} type="button" onClick={() => open(link)}>
              {link.label}
            </button>
          ))}
          {kind.more ? <span>{civicsetuSay('answer.more', { count: kind.more }, props.language)}</span> : null}
        </p>
      ) : (
        <ul>
          {kind.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  ));
}

// A provision's own address: it stands in its law there, with all it is joined to, and nothing of a conversation.
const addressOf = (shown) => `/law/map?${new URLSearchParams({ document: shown.document, path: shown.provision })}`;

function MapLink({ shown }) {
  return (
    <p className="cs-map">
      <a href={addressOf(shown)} target="_blank" rel="noopener noreferrer">
        {say('in_map')}
      </a>
    </p>
  );
}

// The provisions before and after in the law, to be read on; Back leads here again.
function Beside({ places, open }) {
  if (!(places || []).length) return null;
  return (
    <nav className="cs-beside" aria-label={say('beside')}>
      {places.map((one) => (
        <button key={one.way} type="button" data-way={one.way} onClick={() => open(one)}>
          <span>{one.way === 'before' ? `‹ ${say('before')}` : `${say('next')} ›`}</span> {one.label}
        </button>
      ))}
    </nav>
  );
}

// What is marked; where words between two marks are left out, it says so.
function quote(edition) {
  let quoted = '';
  let at = 0;
  (edition.marks || []).forEach(([start, end]) => {
    if (quoted) quoted += edition.text.slice(at, start).trim() ? '\n… ' : '\n';
    quoted += edition.text.slice(start, end);
    at = end;
  });
  return quoted;
}

// The text with its citation, to be put into a letter: what is marked, else all that is shown.
function cite(shown, edition) {
  const whole = `${edition.cutBefore ? '… ' : ''}${edition.text}${edition.cutAfter ? ' …' : ''}`;
  const cited = `${plainName(shown)}, ${shown.documentTitle} (${edition.label})`;
  return [quote(edition) || whole, cited, edition.exact ? edition.url : ''].filter(Boolean).join('\n');
}

function CopyButton({ act, words, text }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await civicsetuCopy(text());
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <button type="button" className="cs-back" data-act={act} onClick={copy}>
      {done ? say('copied') : words}
    </button>
  );
}

// Chainlit names the sheet after the citation it was opened from; the name follows what is read in it. A citation
// opened anew starts at its own provision.
function useSheetName(name, startAnew) {
  const [sheet, setSheet] = useRecoilState(sideViewState);
  const elements = sheet && sheet.elements;
  useEffect(startAnew, [elements]);
  useEffect(() => {
    setSheet((now) => (now && now.title !== name ? { ...now, title: name } : now));
  }, [name, elements]);
}

// On a phone the sheet itself scrolls, beside the conversation what it stands in.
function scrollToTop(sheet) {
  for (let at = sheet; at && at !== document.body; at = at.parentElement) at.scrollTop = 0;
}

// What the answer says, then the provision in the wording that is chosen: our words, or the official ones.
export default function Provision() {
  const firstMark = useRef(null);
  const sheet = useRef(null);
  const [gone, setGone] = useState([]);
  const [opened, setOpened] = useState(null);
  const [kind, setKind] = useState('');
  const [fault, setFault] = useState('');
  const shown = opened || props;
  const editions = shown.editions || [];
  const current = editions.filter((one) => one.kind !== 'earlier');
  const earlier = editions.filter((one) => one.kind === 'earlier');
  const said = shown.said || [];
  const kinds = current.map((one) => one.kind);
  const chosen = kinds.includes(kind) ? kind : kinds[0];
  const wording = current.find((one) => one.kind === chosen);

  const open = async (link) => {
    try {
      const path = `/project/provision/${encodeURIComponent(link.document)}/${encodeURIComponent(link.provision)}`;
      const answer = await fetch(path);
      if (!answer.ok) throw new Error(String(answer.status));
      const next = await answer.json();
      setGone([...gone, shown]);
      setOpened(next);
      setKind('');
      setFault('');
    } catch {
      setFault(say('open_failed'));
    }
  };
  const back = () => {
    setOpened(gone[gone.length - 1] === props ? null : gone[gone.length - 1]);
    setGone(gone.slice(0, -1));
    setKind('');
  };

  useSheetName(plainName(shown), () => {
    setOpened(null);
    setGone([]);
  });

  useEffect(() => {
    // Back leads to the provision before; only from the first one does it close the sheet.
    const listen = (event) => {
      if (!gone.length) return;
      event.preventDefault();
      back();
    };
    window.addEventListener('civicsetu-back', listen);
    return () => window.removeEventListener('civicsetu-back', listen);
  });

  useEffect(() => {
    const mark = firstMark.current;
    if (!mark) {
      scrollToTop(sheet.current);
      return undefined;
    }
    // After the sheet has slid in: bring the mark into view, unless it is there already.
    const timer = setTimeout(() => {
      const { top, bottom, height } = mark.getBoundingClientRect();
      if (top >= 220 && bottom <= window.innerHeight - 40) return;
      mark.scrollIntoView({ block: height > window.innerHeight / 2 ? 'start' : 'center' });
    }, 350);
    return () => clearTimeout(timer);
  }, [shown, chosen]);

  if (!editions.length) return null;

  return (
    <article className="cs-provision" lang={props.language || 'en'} data-provision={shown.provision} ref={sheet}>
      <div className="cs-bar">
        {gone.length ? (
          <button type="button" className="cs-back" onClick={back}>
            ‹ {say('back')}
          </button>
        ) : null}
        <EditionSwitch kinds={kinds} kind={chosen} choose={setKind} />
        <span className="cs-copies">
          {wording ? <CopyButton act="copy-provision" words={say('copy')} text={() => cite(shown, wording)} /> : null}
          <CopyButton act="copy-link" words={say('share_link')} text={() => new URL(addressOf(shown), window.location.href).href} />
        </span>
      </div>
      <header>
        <Crumb shown={shown} />
        {shown.title ? <h2 lang="en">{shown.title}</h2> : null}
        <p className="cs-document">{shown.documentTitle}</p>
        <p className="cs-place">{shown.jurisdiction}</p>
      </header>
      {fault ? <p className="cs-note">{fault}</p> : null}

      {said.length ? (
        <section className="cs-said">
          <h3>{say('said')}</h3>
          {said.map((text) => (
            <p key={text} lang="en">{text}</p>
          ))}
        </section>
      ) : null}

      {shown.reviewed ? (
        <p className="cs-reviewed" data-reviewed={shown.reviewed}>
          {say(shown.reviewed === 'right' ? 'reviewed_right' : 'reviewed_wrong')}
        </p>
      ) : null}

      {shown.plainOnly ? <p className="cs-note">{say('plain_only')}</p> : null}

      {current.map((edition) => (
        <section key={edition.kind} className="cs-edition" data-edition={edition.kind} hidden={edition.kind !== chosen}>
          <h3 className="cs-badge">
            {edition.label}
            {edition.page ? ` · ${say('page', { page: edition.page })}` : ''}
          </h3>
          <Text
            edition={edition}
            label={say('text_label', { edition: edition.label })}
            firstMark={edition.kind === chosen ? firstMark : null}
            open={open}
            whole={shown.unit ? `/project/whole/${encodeURIComponent(shown.document)}/${encodeURIComponent(shown.unit)}` : ''}
            key={`${shown.document} ${shown.unit} ${edition.kind}`}
          />
          {edition.marks.length || !said.length ? null : (
            <p className="cs-fine">{say('not_marked')}</p>
          )}
          <Origin edition={edition} sources={shown.sources || []} />
        </section>
      ))}

      <Beside places={shown.beside} open={open} />

      {(shown.changes || []).map((change) => (
        <p key={change} className="cs-fine">
          {say('changed', { change })}
        </p>
      ))}
      {shown.effective ? <p className="cs-fine">{shown.effective}</p> : null}

      {earlier.map((edition) => (
        <details key={edition.label} className="cs-edition" data-edition="earlier">
          <summary>{say('earlier', { when: edition.label })}</summary>
          <p className="cs-note">{say('earlier_note', { day: edition.until })}</p>
          <Text edition={edition} label={say('text_label', { edition: edition.label })} firstMark={null} open={open} whole="" />
          <Origin edition={edition} sources={[]} />
        </details>
      ))}

      <Related kinds={shown.related} open={open} />
      <MapLink shown={shown} />
    </article>
  );
}
