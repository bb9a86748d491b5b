/** Without `requestIdleCallback`: the wait for a turn, and its time. */
const FALLBACK_WAIT_MS = 100;
const FALLBACK_SLICE_MS = 12;

/** Argument of the callback of `requestIdleCallback`. */
export interface IdleTime {
  timeRemaining(): number;
}

/** Calls back at the browser's next idle time. */
export function whenIdle(run: (idle: IdleTime) => void): void {
  // Safari has none.
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback(run);
    return;
  }
  setTimeout(() => {
    const endMs = performance.now() + FALLBACK_SLICE_MS;
    run({ timeRemaining: () => endMs - performance.now() });
  }, FALLBACK_WAIT_MS);
}
