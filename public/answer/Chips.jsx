// The provisions a sentence cites; each opens its sheet.
function Chips({ chips, open }) {
  const w = words();
  const sheet = useRecoilValue(sideViewState);
  const opened = sheet && sheet.elements.length ? sheet.elements[0].name : '';
  if (!chips || !chips.length) return null;
  return (
    <span className="cs-chips">
      {chips.map((chip) => (
        <button
          key={chip.card}
          type="button"
          className="cs-chip"
          data-card={chip.card}
          aria-label={w.open(chip.label)}
          aria-haspopup="dialog"
          aria-expanded={chip.card === opened}
          onClick={(event) => {
            event.stopPropagation();
            open(chip.card);
          }}
        >
          {chip.label}
        </button>
      ))}
    </span>
  );
}
