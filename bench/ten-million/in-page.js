// Runs in the page: stands in for VS Code's side, which reads the session's file chunk by chunk.
(() => {
  const kept = [];
  /** Chunks that may wait for the page. */
  const MOST_WAITING = 16;
  /** Calls back after all tasks that wait now. */
  const afterTasks = (run) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = run;
    channel.port2.postMessage(undefined);
  };

  globalThis.laglensHour = {
    /** Takes all chunks of the chosen file, each after its length, before the clock starts. */
    async keep() {
      const [file] = document.getElementById('session').files;
      for (let at = 0; at < file.size; ) {
        const begin = at + 4;
        const end = begin + new DataView(await file.slice(at, begin).arrayBuffer()).getUint32(0, true);
        kept.push(await file.slice(begin, end).arrayBuffer());
        at = end;
      }
    },
    /** Opens the session; resolves with the milliseconds to its first picture and to that of all of it. */
    open(begin) {
      return new Promise((resolve) => {
        const page = document.getElementById('page');
        const beginMs = performance.now();
        let firstMs;
        const pictures = [];
        new MutationObserver((_, observer) => {
          const drawn = Number(page.dataset.samples);
          if (drawn === 0) return;
          const isAll = kept.length === 0 && !page.hasAttribute('aria-busy');
          if (isAll) observer.disconnect();
          // Arrives when the frame is over.
          afterTasks(() => {
            const atMs = performance.now() - beginMs;
            firstMs ??= atMs;
            pictures.push([Math.round(atMs), drawn]);
            if (isAll) resolve({ firstMs, allMs: atMs, pictures });
          });
        }).observe(page, { attributes: true, attributeFilter: ['data-samples'] });
        window.postMessage(begin);
        window.postMessage({ type: 'phase', phase: 'recorded', detail: '' });
        void (async () => {
          for (let data = kept.shift(), count = 1; data; data = kept.shift(), count++) {
            window.postMessage({ type: 'bytes', data, catchingUp: kept.length > 0, chunk: true }, '*', [data]);
            if (count % MOST_WAITING === 0) await new Promise(afterTasks);
          }
        })();
      });
    },
  };
})();
