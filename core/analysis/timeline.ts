import { grownFloat64, grownUint8 } from '../session/grow.ts';
import type { SessionModel } from '../session/model.ts';
import { ON_CPU_SHARE } from '../session/sample-columns.ts';
import type { Thread } from '../session/thread.ts';
import { rowBusyShare } from './busy-time.ts';
import { waitsForMessages } from './idle.ts';
import { SETTLED_US } from './looper-sweep.ts';
import { visitSpans } from './spans.ts';

/** What a thread did. */
export const activityKind = { idle: 0, busy: 1, blocked: 2, noData: 3 } as const;

/** A hole up to this long, as between two messages, is no missing data. */
const SHORT_US = 100_000;

/** What a thread did over time, as columns without holes, by begin. Times are session microseconds. */
export class Timeline {
  length = 0;
  beginUs: Float64Array = new Float64Array(0);
  endUs: Float64Array = new Float64Array(0);
  /** One of `activityKind`. */
  kind: Uint8Array = new Uint8Array(0);

  /** Adds a segment; one of the same kind goes on. */
  add(beginUs: number, endUs: number, kind: number): void {
    const lastUs = this.length === 0 ? beginUs : (this.endUs[this.length - 1] ?? 0);
    if (beginUs - lastUs > SHORT_US) this.#append(lastUs, beginUs, activityKind.noData);
    this.#append(beginUs - lastUs > SHORT_US ? beginUs : lastUs, endUs, kind);
  }

  #append(beginUs: number, endUs: number, kind: number): void {
    if (this.length > 0 && this.kind[this.length - 1] === kind) {
      this.endUs[this.length - 1] = endUs;
      return;
    }
    if (this.length === this.beginUs.length) this.#grow();
    const row = this.length++;
    this.beginUs[row] = beginUs;
    this.endUs[row] = endUs;
    this.kind[row] = kind;
  }

  #grow(): void {
    this.beginUs = grownFloat64(this.beginUs);
    this.endUs = grownFloat64(this.endUs);
    this.kind = grownUint8(this.kind);
  }
}

/** A thread's timeline as far as it is settled: the next call goes on from there. */
interface Settled {
  readonly segments: Timeline;
  untilUs: number;
  length: number;
  lastEndUs: number;
}

const settledBy = new WeakMap<Thread, Settled>();

/**
 * What a thread did all along: waiting for messages, on CPU, blocked, or unseen. Only what is new is worked out; the object is
 * the same for each call, and brought up to date.
 */
export function timeline(model: SessionModel, thread: Thread): Timeline {
  const known = settledBy.get(thread) ?? { segments: new Timeline(), untilUs: 0, length: 0, lastEndUs: 0 };
  settledBy.set(thread, known);
  const { segments } = known;
  segments.length = known.length;
  if (known.length > 0) segments.endUs[known.length - 1] = known.lastEndUs;
  const untilUs = Math.max(known.untilUs, (model.runs[thread.run]?.nowUs ?? 0) - SETTLED_US);
  addSegments(model, thread, known.untilUs, untilUs, segments);
  Object.assign(known, { untilUs, length: segments.length, lastEndUs: segments.endUs[segments.length - 1] ?? 0 });
  addSegments(model, thread, untilUs, Number.POSITIVE_INFINITY, segments);
  return segments;
}

function addSegments(model: SessionModel, thread: Thread, fromUs: number, toUs: number, segments: Timeline): void {
  let row = -1;
  let kind = 0;
  visitSpans(model, thread, fromUs, toUs, (span) => {
    if (span.row !== row) kind = kindOf(model, thread, span.row, span.node);
    row = span.row;
    segments.add(span.beginUs, span.endUs, kind);
  });
}

function kindOf(model: SessionModel, thread: Thread, row: number, node: number): number {
  const share = rowBusyShare(thread, row);
  if (waitsForMessages(model, thread, row, node) && (share ?? 0) < ON_CPU_SHARE) return activityKind.idle;
  // Native code of which no clock tells may do either; it is drawn as work.
  return (share ?? 1) < 0.5 ? activityKind.blocked : activityKind.busy;
}
