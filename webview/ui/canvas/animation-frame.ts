/** Callbacks of the next animation frame, each called once. */
const shows = new Set<() => void>();
const paints = new Set<() => void>();
let isRequested = false;

/** Runs in the next frame, before paints. */
export function showInFrame(show: () => void): void {
  shows.add(show);
  request();
}

/** Paints in the next frame. A request during a frame's updates is painted at its end: once, and a frame sooner. */
export function paintInFrame(paint: () => void): void {
  paints.add(paint);
  request();
}

/** A change waits for the next frame. */
export function isFrameDue(): boolean {
  return isRequested;
}

function request(): void {
  if (isRequested) return;
  isRequested = true;
  requestAnimationFrame(run);
}

function run(): void {
  try {
    runEach(shows);
    runEach(paints);
  } finally {
    isRequested = false;
    // Also after a failure, which the page reports.
    if (shows.size + paints.size > 0) request();
  }
}

/** Keeps callbacks after a failing one, and those requested meanwhile. */
function runEach(wanted: Set<() => void>): void {
  for (const each of [...wanted]) {
    wanted.delete(each);
    each();
  }
}
