import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { type Span, type SpanTaker, visitSpans } from '../threads/spans.ts';
import type { CallChart } from './call-chart.ts';
import { CallChartBuilder } from './call-chart-builder.ts';
import { boundaryBit, ChartBoundaries } from './chart-boundaries.ts';
import type { StackMap } from './stack-map.ts';

/** Last rows that later samples may still change. */
const UNSETTLED_ROWS = 64;
/** Spare pieces: a row seen in several messages has one in each. */
const ROOM = 4_096;

export interface ResumePoint {
  /** Final pieces. */
  readonly pieces: number;
  readonly boundaries: number;
  readonly endUs: number;
  readonly endSlackUs: number;
  readonly message: number;
  readonly resumeUs: number;
}

const BEGIN: ResumePoint = { pieces: 0, boundaries: 0, endUs: 0, endSlackUs: 0, message: -1, resumeUs: 0 };

/**
 * Writes a thread's chart incrementally. Frames shared by neighbouring samples are one call, even when its line moves. Calls below a moved
 * line, or in another message, are new. Waits for messages are calls of `nativePollOnce`.
 */
export class ChartWriter {
  readonly chart: CallChart;
  readonly boundaries = new ChartBoundaries();
  readonly #model: SessionModel;
  readonly #thread: Thread;
  readonly #map: StackMap | undefined;
  readonly #builder: CallChartBuilder;
  readonly #beside: SpanTaker | undefined;
  #message = -1;
  #settled: ResumePoint = BEGIN;
  #unsettledRow = 0;
  #isSettled = false;

  /**
   * @param stacks maps all stacks into another tree; dropped ones leave a hole
   * @param beside receives the spans of `update`; a second pass costs half as much again
   */
  constructor(model: SessionModel, thread: Thread, stacks?: StackMap, beside?: SpanTaker) {
    this.#model = model;
    this.#thread = thread;
    this.#map = stacks;
    this.#beside = beside;
    this.#builder = new CallChartBuilder(model, thread, stacks ?? model.nodes);
    this.chart = this.#builder.chart;
  }

  get settled(): ResumePoint {
    return this.#settled;
  }

  update(): void {
    this.#builder.returnTo(this.#settled.pieces, this.#settled.endUs);
    this.chart.endSlackUs = this.#settled.endSlackUs;
    this.boundaries.length = this.#settled.boundaries;
    this.#message = this.#settled.message;
    this.#beside?.goBack();
    const { samples } = this.#thread;
    this.#unsettledRow = Math.max(0, samples.length - UNSETTLED_ROWS);
    this.#isSettled = false;
    // Usually a row is one piece. A growing thread's table doubles like others.
    if (samples.length > 2 * this.chart.length) this.chart.reserve(samples.length + ROOM);
    this.write(this.#settled.resumeUs, Number.POSITIVE_INFINITY);
    // The last rows may have no duration.
    if (!this.#isSettled) this.#settle(Math.max(this.#settled.resumeUs, this.chart.endUs));
  }

  /** The chart must end before the range. */
  write(beginUs: number, endUs: number): void {
    this.#builder.begin();
    visitSpans(this.#model, this.#thread, beginUs, endUs, (span) => this.#take(span));
  }

  #take(span: Span): void {
    const { chart } = this;
    if (!this.#isSettled && span.row >= this.#unsettledRow) this.#settle(span.beginUs);
    this.#beside?.take(span);
    const node = this.#map === undefined ? span.node : uint32At(this.#map.of, span.node);
    const unseenUs = chart.length > 0 ? span.beginUs - chart.endUs : 0;
    if (unseenUs > 0 || span.message !== this.#message) this.#join(span, node, unseenUs);
    else this.#builder.enter(span.beginUs, span.beginSlackUs, node);
    this.#message = span.message;
    chart.endUs = span.endUs;
    chart.endSlackUs = span.endSlackUs;
  }

  /** Pieces that begin at this time are written again. */
  #settle(resumeUs: number): void {
    const { length, endUs, endSlackUs } = this.chart;
    this.#isSettled = true;
    this.#settled = { pieces: length, boundaries: this.boundaries.length, endUs, endSlackUs, message: this.#message, resumeUs };
    this.chart.settled = length;
    this.#beside?.settle();
  }

  #join(span: Span, node: number, unseenUs: number): void {
    const { chart } = this;
    const { length, endUs, endSlackUs } = chart;
    if (unseenUs > 0) this.#builder.unseen(unseenUs);
    const hole = chart.length > length ? boundaryBit.hole : 0;
    if (span.message !== this.#message) this.#builder.message();
    this.#builder.enter(span.beginUs, span.beginSlackUs, node);
    const what = hole | (unseenUs > 0 ? boundaryBit.unseen : 0) | (span.message === this.#message ? 0 : boundaryBit.message);
    this.boundaries.append(chart.length - 1, span.beginUs, span.beginSlackUs, endUs, endSlackUs, what);
  }
}
