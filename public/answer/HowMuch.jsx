// The sum or rate.
function HowMuch({ said, open }) {
  return (
    <section className="cs-amount">
      <h3>{words().howMuch}</h3>
      <div className="cs-card" onClick={() => said.chips.length && open(said.chips[0].card)}>
        <p>
          <Sentence said={said} marked />
        </p>
        <Chips chips={said.chips} open={open} />
        <Conditions said={said} open={open} />
      </div>
    </section>
  );
}
