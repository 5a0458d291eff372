// Whose law was searched, and why; it stands first, and its place is kept while that is not known yet.
function ScopeLine({ scope, message }) {
  const [before, after] = words().scope('\n').split('\n');
  return (
    <p className="cs-scope">
      {scope ? (
        <>
          <span>
            {before}
            <b>{scope.about}</b>
            {after}
            {scope.rest}
          </span>{' '}
          <button type="button" className="cs-change" onClick={() => window.postMessage({ civicsetu: { settings: 'open', corrects: message } }, '*')}>
            {scope.change}
          </button>
        </>
      ) : null}
    </p>
  );
}
