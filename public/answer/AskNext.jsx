// Questions to go on with; each is sent as if it had been typed.
function AskNext({ questions, heading, send }) {
  return (
    <section className="cs-next">
      <h3>{heading}</h3>
      {questions.map((question) => (
        <button key={question} type="button" onClick={() => send(question)}>
          {question}
        </button>
      ))}
    </section>
  );
}
