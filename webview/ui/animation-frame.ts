/** What the next animation frame does, each once. */
const shows = new Set<() => void>();
const paints = new Set<() => void>();
let isRequested = false;

/** In the next frame: works out what is to be seen, before anything is painted. */
export function showInFrame(show: () => void): void {
  shows.add(show);
  request();
}

/**
 * Paints in the next frame, or at the end of this one while its shows run: what they change is painted once, and a frame sooner than by a
 * request of its own.
 */
export function paintInFrame(paint: () => void): void {
  paints.add(paint);
  request();
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
    // Also after a failure, of which the page tells.
    if (shows.size + paints.size > 0) request();
  }
}

/** What comes after one that fails stays wanted, as does what is asked for meanwhile. */
function runEach(wanted: Set<() => void>): void {
  for (const each of [...wanted]) {
    wanted.delete(each);
    each();
  }
}
