// A card for each sentence of law; a tap anywhere opens its provision. Three are shown, the others on demand;
// a single one is not folded, for its fold would take the room of the card.
// Two states may say the same in the same words: a sentence alone is no key.
function LawCard({ said, open }) {
  return (
    <li className="cs-card" onClick={() => said.chips.length && open(said.chips[0].card)}>
      <p>
        <Sentence said={said} />
      </p>
      <Chips chips={said.chips} open={open} />
      <Conditions said={said} open={open} />
    </li>
  );
}

function LawCards({ cards, open, heading, all }) {
  const w = words();
  const shown = all || cards.length <= 4 ? cards : cards.slice(0, 3);
  const rest = cards.slice(shown.length);
  return (
    <section className="cs-law">
      {heading ? <h3>{heading}</h3> : null}
      <ul>
        {shown.map((said, at) => (
          <LawCard key={`${at} ${said.text}`} said={said} open={open} />
        ))}
      </ul>
      {rest.length ? (
        <details>
          <summary>{w.more(rest.length)}</summary>
          <ul>
            {rest.map((said, at) => (
              <LawCard key={`${at} ${said.text}`} said={said} open={open} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
