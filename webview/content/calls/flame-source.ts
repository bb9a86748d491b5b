import { arrivalsIn } from '../../../core/analysis/calls/arrivals.ts';
import type { CallChart } from '../../../core/analysis/calls/call-chart.ts';
import { ChartWriter } from '../../../core/analysis/calls/chart-writer.ts';
import { MappedChartWriter } from '../../../core/analysis/calls/mapped-chart-writer.ts';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import { Memo } from '../../../core/memo.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import type { ThreadRange } from '../../../core/trees/live-weights.ts';
import { ThreadWeights } from '../../../core/trees/thread-weights.ts';
import type { ViewStacks } from '../../../core/trees/view-stacks.ts';
import type { SelfWeights } from '../../../core/trees/weights.ts';
import type { FlameContent } from '../../flame/content.ts';
import type { ViewRange } from '../../state/view-state.ts';
import type { Viewport } from '../../ui/viewport.ts';
import type { PageSession } from '../page-session.ts';
import type { ViewContext } from '../view-context.ts';
import { timeContent } from './time-content.ts';

interface KeptCalls {
  readonly thread: Thread;
  readonly context: ViewContext;
  /** Base of all transforms. */
  readonly plain: ChartWriter;
  readonly weights: ThreadWeights;
  /** Version of the model at the last update. */
  version: number;
  names: number;
  /** Transformed calls, latest first; undoing a transform needs the one before. */
  mapped: readonly MappedCalls[];
}

interface MappedCalls {
  readonly stacks: ViewStacks;
  readonly writer: MappedChartWriter;
}

/** A million pieces take 20 MB. */
const MOST_MAPPED = 2;
/** Pieces per step. */
const PIECES_AHEAD = 50_000;

/** The flame graph over time, computed again only after changes. */
export class FlameSource {
  readonly #content = new Memo<FlameContent>();
  readonly #arrivals = new Memo<ReadonlyMap<number, number>>();
  #calls: KeptCalls | undefined;
  /** Whole of the shares; changes while the calls stay. */
  #range: ViewRange = { fromUs: 0, toUs: 1 };

  /** @param stacks undefined shows the model's own */
  content(
    session: PageSession,
    thread: Thread,
    stacks: ViewStacks | undefined,
    context: ViewContext,
    bounds: Viewport,
    range: ViewRange,
  ): FlameContent {
    this.#range = range;
    const { model } = session;
    return this.#content.get([thread, stacks, context, model.version, bounds.toX], () => {
      const chart = this.#chart(model, thread, stacks, context);
      return timeContent({ model, thread, chart, stacks, context, bounds, range: () => this.#range });
    });
  }

  /** Weights known from the calls: a single range of their thread. */
  weights(model: SessionModel, ranges: readonly ThreadRange[]): SelfWeights | undefined {
    const [only] = ranges;
    const calls = this.#calls;
    if (only === undefined || ranges.length > 1 || calls?.thread !== only.thread) return undefined;
    const isCurrent = calls.version === model.version && calls.names === model.namesVersion;
    return isCurrent ? calls.weights.of(only.beginUs, only.endUs) : undefined;
  }

  /** Calls of each method in a selected lag (`arrivalsIn`); a run of frames without names is no function. */
  arrivals(model: SessionModel, thread: Thread, context: ViewContext, { beginUs, endUs }: TimeRange): ReadonlyMap<number, number> {
    return this.#arrivals.get([thread, context, model.version, beginUs, endUs], () => {
      const all = arrivalsIn(this.#chart(model, thread, undefined, context), model.nodes, beginUs, endUs);
      return new Map([...all].filter(([method]) => !context.facts.isUnnamed(method)));
    });
  }

  /** Precomputes transformed calls of the shown thread. */
  *ahead(model: SessionModel, stacks: ViewStacks): Generator<void> {
    const calls = this.#calls;
    if (calls === undefined || calls.version !== model.version || calls.names !== model.namesVersion) return;
    for (const _ of mappedWriter(model, calls, stacks).ahead(PIECES_AHEAD)) {
      yield;
      if (this.#calls !== calls || calls.version !== model.version) return;
    }
  }

  #chart(model: SessionModel, thread: Thread, stacks: ViewStacks | undefined, context: ViewContext): CallChart {
    if (this.#calls?.thread !== thread || this.#calls.context !== context) {
      const weights = new ThreadWeights(model, thread);
      const plain = new ChartWriter(model, thread, undefined, weights);
      this.#calls = { thread, context, plain, weights, version: -1, names: -1, mapped: [] };
    }
    const calls = this.#calls;
    if (calls.version !== model.version) calls.plain.update();
    calls.version = model.version;
    calls.names = model.namesVersion;
    if (stacks === undefined) return calls.plain.chart;
    const writer = mappedWriter(model, calls, stacks);
    writer.update();
    return writer.chart;
  }
}

/** Moves the writer to the front. */
function mappedWriter(model: SessionModel, calls: KeptCalls, stacks: ViewStacks): MappedChartWriter {
  const known = calls.mapped.find((mapped) => mapped.stacks === stacks);
  const latest = known ?? { stacks, writer: new MappedChartWriter(model, calls.thread, calls.plain, stacks) };
  calls.mapped = [latest, ...calls.mapped.filter((mapped) => mapped !== latest)].slice(0, MOST_MAPPED);
  return latest.writer;
}
