// The buttons that ask the same question for another state: Chainlit holds them, they are shown here.
function StateButtons({ buttons, press }) {
  if (!buttons.length) return null;
  return (
    <div className="cs-states">
      {buttons.map((one) => (
        <button key={one.id} type="button" data-ask={one.id} onClick={() => press(one)}>
          {one.label}
        </button>
      ))}
    </div>
  );
}
