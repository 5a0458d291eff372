// What to check before acting: what is missing, and up to which day each law is held.
function CheckFirst({ check, places }) {
  const w = words();
  return (
    <section className="cs-check">
      <p>
        <b>{w.check}:</b> <Linked text={check.notes.map((note) => `${note} `).join('')} places={places} />
        {check.laws.map((one, at) => (
          <span key={one.law}>
            {at ? '; ' : ''}
            {one.address ? (
              <a href={one.address} target="_blank" rel="noopener noreferrer" aria-label={`${one.law}: ${w.official}`}>
                {one.law}
              </a>
            ) : (
              one.law
            )}{' '}
            {w.until(one.day)}
          </span>
        ))}
        {check.laws.length ? w.fullStop : null}
        {check.laws.length && check.unchecked ? ` ${w.unchecked}` : null}
      </p>
    </section>
  );
}
