// What was read from the question; a chip that is wrong is corrected, and the question asked again with it.
function FactsRead({ facts, message }) {
  const w = words();
  return (
    <p className="cs-facts">
      <span>{w.factsRead}</span>{' '}
      {facts.map((fact) => (
        <button
          key={fact.name}
          type="button"
          className="cs-fact"
          data-fact={fact.name}
          aria-label={w.correct(fact.words)}
          aria-haspopup="dialog"
          onClick={() => window.postMessage({ civicsetu: { fact, turn: message } }, '*')}
        >
          <span>{fact.words}</span>
        </button>
      ))}
    </p>
  );
}
