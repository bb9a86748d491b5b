// Runs in the page before its own script: stands in for VS Code's side of the page, and sums up the time that scripts take.
(() => {
  let spentMs = 0;
  let isRunning = false;
  /** The same function, its time counted; not twice where one calls the other. */
  const counted = (run) =>
    function (...args) {
      if (isRunning) return run.apply(this, args);
      isRunning = true;
      const beginMs = performance.now();
      try {
        return run.apply(this, args);
      } finally {
        spentMs += performance.now() - beginMs;
        isRunning = false;
      }
    };
  const { requestAnimationFrame } = window;
  const { addEventListener } = EventTarget.prototype;
  window.requestAnimationFrame = (run) => requestAnimationFrame(counted(run));
  EventTarget.prototype.addEventListener = function (type, run, ...rest) {
    addEventListener.call(this, type, typeof run === 'function' ? counted(run) : run, ...rest);
  };

  window.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} });

  const messages = [];
  let frames;
  const frame = () => {
    if (frames === undefined) return;
    if (spentMs > 0) frames.push(spentMs);
    spentMs = 0;
    requestAnimationFrame(frame);
  };
  globalThis.laglensBench = {
    /** Takes a message of the extension; base64 where it has bytes. */
    keep(message) {
      if (message.type !== 'bytes') messages.push(message);
      else messages.push({ ...message, data: Uint8Array.from(atob(message.data), (letter) => letter.charCodeAt(0)).buffer });
    },
    /** Hands over what was kept; resolves with the milliseconds until all these samples are on the screen. */
    show(samples) {
      return new Promise((resolve) => {
        const page = document.getElementById('page');
        const beginMs = performance.now();
        new MutationObserver((_, observer) => {
          if (Number(page.dataset.samples) !== samples) return;
          observer.disconnect();
          // The flame graph is painted in a frame of its own, the next one; a message sent from there arrives after the paint.
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - beginMs);
            channel.port2.postMessage(undefined);
          });
        }).observe(page, { attributes: true, attributeFilter: ['data-samples'] });
        for (const message of messages) window.postMessage(message);
      });
    },
    /** From now on the script time of each frame is noted. */
    countFrames() {
      frames = [];
      spentMs = 0;
      requestAnimationFrame(frame);
    },
    /** Script milliseconds of each frame in which a script ran. */
    frames() {
      const counted = frames;
      frames = undefined;
      return counted;
    },
  };
})();
