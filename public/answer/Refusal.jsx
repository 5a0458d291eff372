// What is said where nothing is answered, or why an answer is not complete.
function Refusal({ text, places }) {
  return (
    <div className="cs-refusal">
      {text.split('\n').map((line, at) => (
        <p key={`${at} ${line}`}>
          <Linked text={line} places={places} />
        </p>
      ))}
    </div>
  );
}
