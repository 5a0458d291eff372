// Copy, share, print: each with its word. The marks "Helped" and "Wrong" stand beside them and are Chainlit's.
function Actions({ text }) {
  const w = words();
  const [done, setDone] = useState('');
  const copy = async () => {
    await civicsetuCopy(text);
    setDone(w.copied);
    setTimeout(() => setDone(''), 2000);
  };
  const share = async () => {
    if (!navigator.share) return copy();
    try {
      await navigator.share({ text });
    } catch (error) {
      if (error.name !== 'AbortError') await copy();
    }
  };
  return (
    <div className="cs-actions">
      <button type="button" data-act="copy" onClick={copy}>
        <Copy aria-hidden="true" />
        <span>{done || w.copy}</span>
      </button>
      <button type="button" data-act="share" onClick={share}>
        <Share2 aria-hidden="true" />
        <span>{w.share}</span>
      </button>
      <button type="button" data-act="print" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        <span>{w.print}</span>
      </button>
    </div>
  );
}
