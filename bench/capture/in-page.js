// Runs in VS Code's window and in every webview from their first line on. Notes when things happened, by the wall clock in
// milliseconds, which is the same for all processes of this computer. The product knows nothing of it.
(() => {
  const noted = { pickedMs: undefined, askedMs: undefined, answeredMs: undefined, firstSampleMs: undefined, rows: [] };
  globalThis.laglensBench = noted;

  // The last click before a capture picks the app; one more may answer a question. An event waits for the script; its own time does not.
  const pick = (event) => {
    const atMs = Date.now() - (performance.now() - event.timeStamp);
    if (event.target.closest('.monaco-dialog-box') === null) Object.assign(noted, { pickedMs: atMs, askedMs: undefined });
    else noted.answeredMs = atMs;
  };
  window.addEventListener('click', pick, { capture: true });

  /** Calls back when what has been drawn by now is on the screen: a message sent from a frame arrives after its paint. */
  const afterPaint = (then) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => then(Date.now());
    channel.port2.postMessage(undefined);
  };

  const seen = new WeakSet();
  let isExpected = true;
  let page = null;
  const look = () => {
    if (page === null) return;
    if (isExpected && page.dataset.phase === 'recording' && Number(page.dataset.samples) > 0) {
      isExpected = false;
      afterPaint((atMs) => {
        noted.firstSampleMs = atMs;
      });
    }
    for (const row of page.querySelectorAll('li.lag')) {
      if (seen.has(row)) continue;
      seen.add(row);
      const open = row.dataset.open === 'true';
      afterPaint((shownMs) => noted.rows.push({ open, shownMs }));
    }
  };
  noted.expectFirstSample = () => {
    noted.firstSampleMs = undefined;
    isExpected = true;
  };
  // VS Code writes a webview's document over another one, so the page has to be waited for; it draws long after it is there.
  const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-samples', 'data-phase'] };
  const observer = new MutationObserver(look);
  setInterval(() => {
    if (noted.askedMs === undefined && document.querySelector('.monaco-dialog-box') !== null) noted.askedMs = Date.now();
    if (page === document.getElementById('page')) return;
    page = document.getElementById('page');
    observer.disconnect();
    if (page !== null) observer.observe(page, changes);
    look();
  }, 10);
})();
