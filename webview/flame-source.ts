import { callTree } from '../core/analysis/call-tree.ts';
import { calls } from '../core/analysis/calls.ts';
import type { Thread } from '../core/session/thread.ts';
import type { FlameContent, FlameMode } from './flame/content.ts';
import type { Viewport } from './flame/viewport.ts';
import { callContent, treeContent } from './flame-contents.ts';
import { FrameLooks } from './frames.ts';
import type { PageSession } from './page-session.ts';
import type { Stretch } from './view-state.ts';

/** Up to this many samples the calls of a whole session are kept, so that panning never has to wait. */
const WHOLE_UP_TO_SAMPLES = 400_000;

/** Makes flame graphs of a session, and makes them again only when something changed. */
export class FlameSource {
  #looks: { readonly session: PageSession; readonly names: number; readonly looks: FrameLooks } | undefined;
  #key = '';
  #content: FlameContent | undefined;
  #covered: Viewport = { fromX: 0, toX: 0 };
  /** What shares are shares of; changes while the calls stay. */
  #stretchUs = 1;

  /** Names or categories have to be looked up anew. */
  forget(): void {
    this.#looks = undefined;
    this.#key = '';
  }

  /** The flame graph of a thread: over time for what is shown, or summed up for a stretch. */
  content(
    session: PageSession,
    thread: Thread,
    mode: FlameMode,
    bounds: Viewport,
    shown: Viewport,
    stretch: Stretch,
    live: boolean,
  ): FlameContent {
    this.#stretchUs = Math.max(1, stretch.toUs - stretch.fromUs);
    const version = `${session.model.version} ${thread.index} ${bounds.toX}`;
    const key = mode === 'time' ? `time ${version}` : `sum ${version} ${stretch.fromUs} ${stretch.toUs}`;
    const isCovered = mode === 'aggregated' || (shown.fromX >= this.#covered.fromX && shown.toX <= this.#covered.toX);
    if (this.#content !== undefined && key === this.#key && isCovered) return this.#content;
    this.#key = key;
    const looks = this.#looksOf(session);
    if (mode === 'aggregated') {
      this.#content = treeContent(callTree(session.model, thread, stretch.fromUs, stretch.toUs), looks);
    } else {
      this.#covered = coveredBy(thread, bounds, shown, live);
      const { fromX, toX } = this.#covered;
      this.#content = callContent(session.model, calls(session.model, thread, fromX, toX), thread, looks, bounds, () => this.#stretchUs);
    }
    return this.#content;
  }

  #looksOf(session: PageSession): FrameLooks {
    const names = session.model.namesVersion;
    if (this.#looks?.session !== session || this.#looks.names !== names) {
      this.#looks = { session, names, looks: new FrameLooks(session.model, (name) => session.isAppClass(name)) };
    }
    return this.#looks.looks;
  }
}

/** What to compute calls for: all of a recorded session, three times what is shown of a live or very long one. */
function coveredBy(thread: Thread, bounds: Viewport, shown: Viewport, live: boolean): Viewport {
  if (!live && thread.samples.length <= WHOLE_UP_TO_SAMPLES) return bounds;
  const span = shown.toX - shown.fromX;
  return { fromX: Math.max(bounds.fromX, shown.fromX - span), toX: Math.min(bounds.toX, shown.toX + span) };
}
