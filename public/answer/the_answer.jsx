// An answer in its parts, from the first status to the last word.
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useRecoilValue, useSetRecoilState } from 'recoil';
import { actionState, elementState, sideViewState } from '@chainlit/react-client';
import { Copy, Printer, Share2 } from 'lucide-react';

// One thing asked: its heading where there are several, the short answer, the other sentences.
function AskedPart({ part, open, unsure, between, all, told, places }) {
  const w = words();
  const cards = unsure && part.lead ? [part.lead, ...part.cards] : part.cards;
  return (
    <div className="cs-part">
      {part.heading ? <h3 className="cs-asked">{part.heading}</h3> : null}
      <div aria-live="polite">
        {part.before.map((line) => (
          <p key={line} className="cs-before">
            <Linked text={line} places={places} />
          </p>
        ))}
        {part.lead && !unsure ? <ShortAnswer said={part.lead} open={open} /> : null}
      </div>
      {between}
      {cards.length ? (
        <LawCards cards={cards} open={open} heading={part.heading ? '' : between || unsure ? w.law : w.alsoLaw} all={all} />
      ) : null}
      {part.limits.filter((line) => !told.includes(line)).map((line) => (
        <p key={line} className="cs-limit">
          <Linked text={line} places={places} />
        </p>
      ))}
    </div>
  );
}

function FramedAnswer({ answer, press, send }) {
  const w = words();
  const elements = useRecoilValue(elementState);
  const actions = useRecoilValue(actionState);
  const setSheet = useSetRecoilState(sideViewState);
  // Cards that were read while the answer came stay where they are: what comes later goes below them.
  const late = useRef(false);
  const whole = answer.phase === 'whole';
  if (!whole && answer.parts.some((part) => part.cards.length)) late.current = true;
  // Who hears the answer come hears its stages, each short answer, and then that it is complete: cards, steps and sums
  // are read where they stand.
  const came = useRef(false);
  if (answer.phase === 'working') came.current = true;

  const open = (card) => {
    const element = elements.find((one) => one.name === card && one.forId === answer.message);
    if (element) setSheet({ title: element.name.replace(/^\[|\]$/g, ''), elements: [element] });
  };
  const steps = answer.steps.length ? <Steps steps={answer.steps} open={open} places={answer.places} /> : null;
  const [only] = answer.parts;
  // An answer that was stored before has it beside its parts.
  const sum = answer.amount || (only && only.amount);
  const amount = sum ? <HowMuch said={sum} open={open} /> : null;
  const parts = late.current && sum ? [{ ...only, cards: [sum, ...only.cards] }] : answer.parts;
  // What is read aloud as it changes has to stand there before it does.
  const places = parts.length ? parts : [{ heading: '', before: [], lead: null, cards: [], limits: [] }];
  const inside = parts.length === 1 && !!only.lead && !late.current;
  const beside = inside && (amount || steps) ? <>{amount}{steps}</> : null;

  return (
    <div className="cs-answer" lang={answer.language || 'en'} data-phase={answer.phase} data-message={answer.message}>
      <h2 className="cs-hidden">{w.answer}</h2>
      {answer.scope || answer.phase === 'working' ? <ScopeLine scope={answer.scope} message={whole ? answer.message : ''} /> : null}
      {answer.unsure ? <p className="cs-unsure">{answer.unsure}</p> : null}
      {places.map((part, at) => (
        <AskedPart
          key={`${at} ${part.heading}`}
          part={part}
          open={open}
          unsure={!!answer.unsure}
          all={!whole || late.current || parts.length > 1}
          between={beside}
          told={answer.check ? answer.check.notes : []}
          places={answer.places}
        />
      ))}
      {answer.comparison ? <Comparison comparison={answer.comparison} open={open} places={answer.places} /> : null}
      {inside ? null : steps}
      <div aria-live="polite">{answer.refusal ? <Refusal text={answer.refusal} places={answer.places} /> : null}</div>
      <div aria-live="polite">
        {answer.doing ? <p className="cs-doing">{answer.doing}</p> : null}
        {whole && came.current ? <p className="cs-hidden">{w.complete}</p> : null}
      </div>
      {answer.facts && answer.facts.length ? <FactsRead facts={answer.facts} message={answer.message} /> : null}
      {answer.check ? <CheckFirst check={answer.check} places={answer.places} /> : null}
      {answer.sources ? <Sources sources={answer.sources} open={open} /> : null}
      {answer.phase === 'stopped' && answer.question ? (
        <AskNext questions={[answer.question]} heading={w.retry} send={send} />
      ) : null}
      {answer.next.length ? <AskNext questions={answer.next} heading={answer.refusal ? w.canAsk : w.next} send={send} /> : null}
      <StateButtons buttons={actions.filter((one) => one.forId === answer.message)} press={press} />
      {answer.advice ? <p className="cs-fine">{answer.advice}</p> : null}
      {whole && answer.copied ? <Actions text={answer.copied} /> : null}
    </div>
  );
}

// The frame is in the language the answer was given in; until its messages have come, in the page's own.
function CivicSetuAnswer(given) {
  const language = given.answer.language || 'en';
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    window.civicsetuLoad(language).then(() => setLoaded(language));
  }, [language]);
  return (
    <kept.Language.Provider value={loaded || language}>
      <FramedAnswer {...given} />
    </kept.Language.Provider>
  );
}

// Chainlit evaluates this file again with every change of its data. The component of the first time is kept, so
// that React sees the same one and changes what has changed: a fold stays open, and no button goes under a finger.
const kept = (window.civicsetuParts = window.civicsetuParts || {});
kept.Language = kept.Language || createContext('en');
kept.Answer = kept.Answer || CivicSetuAnswer;
const Shown = kept.Answer;

export default (
  <Shown answer={props} press={(one) => callAction({ id: one.id, name: one.name, payload: {} })} send={(text) => sendUserMessage(text)} />
);
