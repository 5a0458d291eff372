// What a sentence may not be read without: it stands with it, also where that is folded.
function Conditions({ said, open }) {
  return (said.conditions || []).map((one) => (
    <div key={one.text} className="cs-condition">
      <p>
        <Sentence said={one} />
      </p>
      <Chips chips={one.chips} open={open} />
    </div>
  ));
}
