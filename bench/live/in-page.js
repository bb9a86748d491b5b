// Runs in every webview that VS Code opens, from its first line on. Notes how many samples of main were on the screen, and from
// when on: by the wall clock in milliseconds, which is the same for all processes of this computer.
(() => {
  const painted = [];
  globalThis.laglensLive = painted;
  let page = null;
  const observer = new MutationObserver(() => {
    const samples = Number(page.dataset.samples);
    // All of it is painted in the frame that set the number; a message sent from there arrives when the frame is over.
    const channel = new MessageChannel();
    channel.port1.onmessage = () => painted.push([samples, Date.now()]);
    channel.port2.postMessage(undefined);
  });
  // VS Code writes a webview's document over another one, so the page has to be waited for.
  setInterval(() => {
    if (page === document.getElementById('page')) return;
    page = document.getElementById('page');
    observer.disconnect();
    if (page !== null) observer.observe(page, { attributes: true, attributeFilter: ['data-samples'] });
  }, 100);
})();
