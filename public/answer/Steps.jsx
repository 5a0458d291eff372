// What to do now, numbered: whom to turn to, with which form and fee, by when.
function Steps({ steps, open }) {
  return (
    <section className="cs-steps">
      <h3>{words().steps}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.text}>
            <Marked text={step.text} marks={step.marks} /> <Chips chips={step.chips} open={open} />
          </li>
        ))}
      </ol>
    </section>
  );
}
