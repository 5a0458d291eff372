// The first sentence of law, large; where the answer is unsure the sentence is said as one of the cards.
function ShortAnswer({ said, open }) {
  return (
    <div className="cs-short">
      <p>
        <Sentence said={said} />
      </p>
      <Chips chips={said.chips} open={open} />
      <Conditions said={said} open={open} />
    </div>
  );
}
