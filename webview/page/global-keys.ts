import { modes } from '../modes/modes.ts';
import type { Dispatch, PageAction } from '../state/page-action.ts';

/** Keys of a view; false means that the view does not use the key. */
interface ViewKeys {
  /** Opens the source of the selected lag. */
  openLag(beside: boolean): boolean;
  /** Acts on the chosen frame, or on all stacks. */
  frameKey(event: KeyboardEvent): boolean;
}

const actions: Readonly<Record<string, PageAction>> = {
  '[': { type: 'moveLag', by: -1 },
  ']': { type: 'moveLag', by: 1 },
  k: { type: 'moveLag', by: -1 },
  j: { type: 'moveLag', by: 1 },
  G: { type: 'toggleGroups' },
  ...Object.fromEntries(modes.map(({ id, key }): [string, PageAction] => [key, { type: 'change', change: { mode: id } }])),
  '/': { type: 'focusSearch' },
  n: { type: 'nextMatch', by: 1 },
  N: { type: 'nextMatch', by: -1 },
  p: { type: 'togglePause' },
  x: { type: 'swap' },
  t: { type: 'toggleTracks' },
  T: { type: 'showThreads' },
  H: { type: 'showMessages' },
  b: { type: 'mark' },
  '?': { type: 'showKeys' },
  Escape: { type: 'clearOneSelection' },
};

/** Keys of the whole page; text fields keep theirs. */
export function globalKeys(target: Document, dispatch: Dispatch, views: ViewKeys): void {
  target.addEventListener('keydown', (event) => {
    // Without focus, or in a flame graph without a chosen frame, Enter opens the selected lag.
    const isLags = event.target === target.body || (event.target instanceof Element && event.target.matches('.flame'));
    if (event.key === 'Enter' && isLags && views.openLag(event.altKey)) event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isFrames = views.frameKey(event);
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!isFrames && action === undefined) return;
    event.preventDefault();
    // VS Code receives every key of a webview unless it is stopped here.
    event.stopPropagation();
    if (!isFrames && action !== undefined) dispatch(action);
  });
}
