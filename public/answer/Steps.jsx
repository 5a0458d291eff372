// What to do now, numbered: whom to turn to, with which form and fee, by when.
function Steps({ steps, open, places }) {
  return (
    <section className="cs-steps">
      <h3>{words().steps}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.text}>
            <span lang={step.chips.length ? 'en' : undefined}>
              <Linked text={step.text} marks={step.marks} places={step.chips.length ? [] : places} />
            </span> <Chips chips={step.chips} open={open} />
          </li>
        ))}
      </ol>
    </section>
  );
}
