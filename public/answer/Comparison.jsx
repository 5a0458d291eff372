// States side by side: a table; under 400 px the style sheet makes a card of each matter.
function Comparison({ comparison, open, places }) {
  return (
    <section className="cs-compare">
      <h3>{words().sideBySide}</h3>
      <table>
        <thead>
          <tr>
            <td />
            {comparison.states.map((state) => (
              <th key={state} scope="col">
                {state}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.rows.map((row, at) => (
            <tr key={`${at} ${row.matter}`}>
              <th scope="row" lang={row.english ? 'en' : undefined}>
                {row.matter}
              </th>
              {row.cells.map((cell, at) => (
                <td key={comparison.states[at]} data-state={comparison.states[at]} data-empty={!cell.chips.length}>
                  <span lang={cell.chips.length ? 'en' : undefined}>
                    <Linked text={cell.text} places={cell.chips.length ? [] : places} />
                  </span>{' '}
                  <Chips chips={cell.chips} open={open} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
