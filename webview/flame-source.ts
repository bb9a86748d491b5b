import type { CallChart } from '../core/analysis/call-chart.ts';
import { callTree } from '../core/analysis/call-tree.ts';
import { ChartWriter } from '../core/analysis/chart-writer.ts';
import type { Thread } from '../core/session/thread.ts';
import type { FlameContent, FlameMode } from './flame/content.ts';
import type { Viewport } from './flame/viewport.ts';
import { callContent, treeContent } from './flame-contents.ts';
import { FrameLooks } from './frames.ts';
import type { PageSession } from './page-session.ts';
import type { Stretch } from './view-state.ts';

/** Makes flame graphs of a session, and makes them again only when something changed. */
export class FlameSource {
  #looks: { readonly session: PageSession; readonly names: number; readonly looks: FrameLooks } | undefined;
  #key = '';
  #content: FlameContent | undefined;
  /** The calls of one thread, which grow with it. */
  #calls: { readonly session: PageSession; readonly thread: number; readonly names: number; readonly writer: ChartWriter } | undefined;
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
    _shown: Viewport,
    stretch: Stretch,
    _live: boolean,
  ): FlameContent {
    this.#stretchUs = Math.max(1, stretch.toUs - stretch.fromUs);
    const version = `${session.model.version} ${thread.index} ${bounds.toX}`;
    const key = mode === 'time' ? `time ${version}` : `sum ${version} ${stretch.fromUs} ${stretch.toUs}`;
    if (this.#content !== undefined && key === this.#key) return this.#content;
    this.#key = key;
    const looks = this.#looksOf(session);
    if (mode === 'aggregated') {
      this.#content = treeContent(callTree(session.model, thread, stretch.fromUs, stretch.toUs), looks);
    } else {
      this.#content = callContent(session.model, this.#chartOf(session, thread), thread, looks, bounds, () => this.#stretchUs);
    }
    return this.#content;
  }

  #chartOf(session: PageSession, thread: Thread): CallChart {
    const names = session.model.namesVersion;
    const known = this.#calls;
    let writer = known?.writer;
    if (writer === undefined || known?.session !== session || known.thread !== thread.index || known.names !== names) {
      writer = new ChartWriter(session.model, thread);
      this.#calls = { session, thread: thread.index, names, writer };
    }
    writer.update();
    return writer.chart;
  }

  #looksOf(session: PageSession): FrameLooks {
    const names = session.model.namesVersion;
    if (this.#looks?.session !== session || this.#looks.names !== names) {
      this.#looks = { session, names, looks: new FrameLooks(session.model, (name) => session.isAppClass(name)) };
    }
    return this.#looks.looks;
  }
}
