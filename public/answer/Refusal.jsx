// What is said where nothing is answered, or why an answer is not complete.
function Refusal({ text }) {
  return (
    <div className="cs-refusal">
      {text.split('\n').map((line, at) => (
        <p key={`${at} ${line}`}>{line}</p>
      ))}
    </div>
  );
}
