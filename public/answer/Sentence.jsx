// One sentence of an answer: whose rules and words it is, its translation, the yes or no before it, its text.
// A translation that people read is what is read first, with the English it was made from below it.
function Sentence({ said, marked }) {
  const w = words();
  const english = (
    <>
      {said.opening ? <b className="cs-yes-no" lang="en">{said.opening} </b> : null}
      <span lang={said.words === 'limit' ? undefined : 'en'}>{marked ? <Marked text={said.text} marks={said.marks} /> : said.text}</span>
    </>
  );
  return (
    <>
      {said.state ? <b className="cs-whose">{said.state} </b> : null}
      {said.words === 'law' ? <em className="cs-whose">{w.own}: </em> : null}
      {said.words === 'advice' ? <b className="cs-whose">{w.tip}: </b> : null}
      {said.translation && !said.spoken ? (
        <span className="cs-translation">
          <em className="cs-whose">{w.translated}:</em> {said.translation}
        </span>
      ) : null}
      {said.spoken ? <Spoken said={said}>{english}</Spoken> : english}
    </>
  );
}

function Spoken({ said, children }) {
  return (
    <>
      <span lang={said.spoken}>{said.translation}</span>
      <span className="cs-original">{children}</span>
    </>
  );
}
