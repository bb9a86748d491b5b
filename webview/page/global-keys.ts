import type { ViewMode } from '../state/view-state.ts';

export interface GlobalKeyEvents {
  lag(by: 1 | -1): void;
  /** Opens the source of the selected lag; false when none is. */
  openLag(beside: boolean): boolean;
  /** Lags that are the same as one row, or each by itself. */
  groups(): void;
  mode(mode: ViewMode): void;
  search(): void;
  match(by: 1 | -1): void;
  pause(): void;
  /** Opens or closes the tracks below the timeline. */
  tracks(): void;
  mark(): void;
  help(): void;
  /** What a key means for the frame that is chosen, or for all stacks; false when nothing. */
  frame(event: KeyboardEvent): boolean;
  /** Takes back one thing. */
  clearOneSelection(): void;
}

/** Keys that work wherever the focus is on the page, except in a text field, which keeps its keys to itself. */
export function globalKeys(target: Document, events: GlobalKeyEvents): void {
  const actions: Readonly<Record<string, () => void>> = {
    '[': () => events.lag(-1),
    ']': () => events.lag(1),
    k: () => events.lag(-1),
    j: () => events.lag(1),
    G: () => events.groups(),
    '1': () => events.mode('time'),
    '2': () => events.mode('aggregated'),
    '3': () => events.mode('sandwich'),
    '4': () => events.mode('table'),
    '/': () => events.search(),
    n: () => events.match(1),
    N: () => events.match(-1),
    p: () => events.pause(),
    t: () => events.tracks(),
    m: () => events.mark(),
    '?': () => events.help(),
    Escape: () => events.clearOneSelection(),
  };
  target.addEventListener('keydown', (event) => {
    // Where nothing has the focus, or a flame graph in which no frame is chosen, Enter is the selected lag's.
    const isLags = event.target === target.body || (event.target instanceof Element && event.target.matches('.flame'));
    if (event.key === 'Enter' && isLags && events.openLag(event.altKey)) event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isFrames = events.frame(event);
    if (!isFrames && !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    // VS Code hears every key of a webview unless it is stopped here.
    event.stopPropagation();
    if (!isFrames) actions[event.key]?.();
  });
}
