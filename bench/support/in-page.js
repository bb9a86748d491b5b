// Runs in the page before its own script: stands in for VS Code's side of the page, and sums up the time that scripts take.
(() => {
  let spentMs = 0;
  let isRunning = false;
  let frames;
  let gaps;
  let moves;
  /** The same function, its time counted; not twice where one calls the other. */
  const counted = (run, type) =>
    function (...args) {
      if (isRunning) return run.apply(this, args);
      isRunning = true;
      const beginMs = performance.now();
      try {
        return run.apply(this, args);
      } finally {
        const lastedMs = performance.now() - beginMs;
        spentMs += lastedMs;
        if (type === 'pointermove') moves?.push(lastedMs);
        isRunning = false;
      }
    };
  const { requestAnimationFrame } = window;
  const { addEventListener } = EventTarget.prototype;
  window.requestAnimationFrame = (run) => requestAnimationFrame(counted(run));
  EventTarget.prototype.addEventListener = function (type, run, ...rest) {
    addEventListener.call(this, type, typeof run === 'function' ? counted(run, type) : run, ...rest);
  };

  window.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} });

  const messages = [];
  let fed;
  let lastMs;
  const frame = (atMs) => {
    if (frames === undefined) return;
    if (lastMs !== undefined) gaps.push(atMs - lastMs);
    lastMs = atMs;
    if (spentMs > 0) frames.push(spentMs);
    spentMs = 0;
    requestAnimationFrame(frame);
  };
  globalThis.laglensBench = {
    /** Takes a message of the extension. */
    keep(message) {
      messages.push(message);
    },
    /** Takes a recording's chunks, which stand one after the other at an address. */
    async keepChunks(url, lengths) {
      const all = await (await fetch(url)).arrayBuffer();
      let at = 0;
      for (const [index, length] of lengths.entries()) {
        const data = all.slice(at, at + length);
        at += length;
        messages.push({ type: 'bytes', data, catchingUp: index < lengths.length - 1, chunk: true });
      }
    },
    /** Hands over what was kept; resolves with the milliseconds until all these samples are on the screen. */
    show(samples) {
      return new Promise((resolve) => {
        const page = document.getElementById('page');
        const beginMs = performance.now();
        new MutationObserver((_, observer) => {
          if (Number(page.dataset.samples) !== samples) return;
          observer.disconnect();
          // All of it is painted in the frame that set the number; a message sent from there arrives when the frame is over.
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - beginMs);
          channel.port2.postMessage(undefined);
        }).observe(page, { attributes: true, attributeFilter: ['data-samples'] });
        // Bytes are handed over, not copied, as VS Code's own channel does.
        for (const message of messages.splice(0)) window.postMessage(message, '*', message.data ? [message.data] : []);
      });
    },
    /** Scrolls in each of so many frames. */
    scroll(selector, steps, px) {
      const list = document.querySelector(selector);
      return new Promise((resolve) => {
        let step = 0;
        const next = () => {
          list.scrollTop += px;
          step++;
          if (step < steps) requestAnimationFrame(next);
          else resolve();
        };
        requestAnimationFrame(next);
      });
    },
    /** Presses a key so often; milliseconds from each to the frame after the one that it changed. */
    async press(key, times) {
      const lasted = [];
      for (let time = 0; time < times; time++) {
        const beginMs = performance.now();
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        lasted.push(performance.now() - beginMs);
      }
      return lasted;
    },
    /**
     * Hands over the kept chunks of a live session: those up to one at once, the others, which hold so many samples, as bytes that come in
     * pieces ten times a second: each goes up to where so many samples a second are by now.
     */
    live(first, perSecond, samples) {
      const chunks = messages.filter(({ type }) => type === 'bytes');
      for (const message of messages.splice(0)) {
        const at = chunks.indexOf(message);
        if (at < first) window.postMessage(at < 0 ? message : { ...message, catchingUp: at < first - 1 });
      }
      const all = new Uint8Array(chunks.slice(first).reduce((sum, { data }) => sum + data.byteLength, 0));
      let end = 0;
      for (const { data } of chunks.slice(first)) {
        all.set(new Uint8Array(data), end);
        end += data.byteLength;
      }
      let at = 0;
      const bytesPerMs = ((all.length / samples) * perSecond) / 1_000;
      const beginMs = performance.now();
      setInterval(() => {
        const until = Math.min(all.length, Math.round((performance.now() - beginMs) * bytesPerMs));
        const data = all.slice(at, until).buffer;
        at = until;
        if (data.byteLength > 0) window.postMessage({ type: 'bytes', data, catchingUp: false, chunk: false });
      }, 100);
    },
    /** Hands over so many of the kept bytes of a live session, in pieces of this length, each when the one before is painted, if it `draws`. */
    async feed(bytes, length, draws) {
      const chunks = messages.filter(({ type }) => type === 'bytes');
      for (const message of messages.splice(0)) if (message.type !== 'bytes') window.postMessage(message);
      // Kept to the end, so that what the page holds does not shrink by it.
      if (chunks.length > 0) fed = { all: await new Blob(chunks.map(({ data }) => data)).arrayBuffer(), at: 0 };
      for (const end = Math.min(fed.all.byteLength, fed.at + bytes); fed.at < end; ) {
        const data = fed.all.slice(fed.at, Math.min(end, fed.at + length));
        fed.at += data.byteLength;
        window.postMessage({ type: 'bytes', data, catchingUp: false, chunk: false }, '*', [data]);
        await new Promise((resolve) => (draws ? requestAnimationFrame(() => requestAnimationFrame(resolve)) : setTimeout(resolve)));
      }
    },
    /** Presses a key where the focus is; resolves with the milliseconds until what it changed is on the screen. */
    change(key) {
      return new Promise((resolve) => {
        const beginMs = performance.now();
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        // What is to be drawn is worked out in one frame and painted in the next.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - beginMs);
            channel.port2.postMessage(undefined);
          }),
        );
      });
    },
    /** From now on it is noted what each frame takes. */
    countFrames() {
      frames = [];
      gaps = [];
      moves = [];
      lastMs = undefined;
      spentMs = 0;
      requestAnimationFrame(frame);
    },
    /** Milliseconds: of scripts in each frame in which one ran, from one frame to the next, of scripts for each move of the pointer. */
    frames() {
      const counted = { scripts: frames, gaps, moves };
      frames = gaps = moves = undefined;
      return counted;
    },
  };
})();
