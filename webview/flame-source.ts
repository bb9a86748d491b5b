import { ChartWriter } from '../core/analysis/chart-writer.ts';
import type { Thread } from '../core/session/thread.ts';
import type { ViewStacks } from '../core/views/view-stacks.ts';
import type { FlameContent } from './flame/content.ts';
import type { Viewport } from './flame/viewport.ts';
import type { PageSession } from './page-session.ts';
import type { Looks } from './session-looks.ts';
import { timeContent } from './time-content.ts';

/** The calls of one thread, which grow with it. */
interface KeptCalls {
  readonly thread: Thread;
  readonly looks: Looks;
  readonly stacks: ViewStacks | undefined;
  readonly writer: ChartWriter;
}

/** Makes the flame graph over time, and makes it again only when something changed. */
export class FlameSource {
  #key = '';
  #content: FlameContent | undefined;
  #calls: KeptCalls | undefined;
  /** What shares are shares of; changes while the calls stay. */
  #stretchUs = 1;

  /** @param stacks transformed stacks; undefined shows the model's own */
  content(
    session: PageSession,
    thread: Thread,
    stacks: ViewStacks | undefined,
    looks: Looks,
    bounds: Viewport,
    stretchUs: number,
  ): FlameContent {
    this.#stretchUs = Math.max(1, stretchUs);
    const { model } = session;
    const isSame = this.#calls?.thread === thread && this.#calls.looks === looks && this.#calls.stacks === stacks;
    const key = `${model.version} ${bounds.toX}`;
    if (this.#content !== undefined && isSame && key === this.#key) return this.#content;
    this.#key = key;
    const writer = isSame && this.#calls !== undefined ? this.#calls.writer : new ChartWriter(model, thread, stacks);
    this.#calls = { thread, looks, stacks, writer };
    writer.update();
    const { chart } = writer;
    this.#content = timeContent({ model, thread, chart, stacks, looks, bounds, stretchUs: () => this.#stretchUs });
    return this.#content;
  }
}
