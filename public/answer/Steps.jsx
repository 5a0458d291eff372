// What to do now, numbered: whom to turn to, with which form and fee, by when.
function Steps({ steps, open, places }) {
  return (
    <section className="cs-steps">
      <h3>{words().steps}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.text}>
            <StepText step={step} places={places} /> <Chips chips={step.chips} open={open} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepText({ step, places }) {
  const text = (
    <span lang={step.chips.length ? 'en' : undefined}>
      <Linked text={step.text} marks={step.marks} places={step.chips.length ? [] : places} />
    </span>
  );
  return step.spoken ? <Spoken said={step}>{text}</Spoken> : text;
}
