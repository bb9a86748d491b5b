import { float64At } from '../../../../core/columns/at.ts';
import { noFloat64, Table } from '../../../../core/columns/table.ts';
import type { ImportReport } from '../import/import-report.ts';
import { lastEndUs, type SampleEnds, SampleGaps, sampleEnds, sampleEndUs } from '../import/sample-ends.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import type { CpuNodes } from './cpu-nodes.ts';

/** V8's usual interval. */
export const V8_INTERVAL_US = 1_000;
/** V8's sampler samples rests, too, and starves for some ten milliseconds when cores are busy: shorter gaps are no pauses. */
const LEAST_PAUSE_US = 50_000;
const MANY = 32;

/** Times of a profile's samples; the nodes may come later. */
export class CpuSamples extends Table {
  atUs: Float64Array = noFloat64;
  node: Float64Array = noFloat64;
  /** The file lists changes of the stack, not samples at an interval: each lasts until the next one, however late that is. */
  areChanges = false;
  #isOrdered = true;
  #lastUs = Number.NEGATIVE_INFINITY;
  #lastNode = Number.NaN;
  #repeats = 0;

  add(atUs: number, node: number): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.atUs[row] = atUs;
    this.node[row] = node;
    // V8 may write samples of several threads in another order than their times.
    if (atUs < this.#lastUs) this.#isOrdered = false;
    this.#lastUs = atUs;
    if (node === this.#lastNode) this.#repeats++;
    this.#lastNode = node;
  }

  /** Rows by time. */
  order(): Uint32Array {
    const order = Uint32Array.from({ length: this.length }, (_, row) => row);
    if (this.#isOrdered) return order;
    return order.sort((one, other) => float64At(this.atUs, one) - float64At(this.atUs, other) || one - other);
  }

  /** Gaps between samples by time. */
  addGaps(gaps: SampleGaps): void {
    let before: number | undefined;
    for (const row of this.order()) {
      const atUs = float64At(this.atUs, row);
      if (before !== undefined) gaps.add(atUs - before);
      before = atUs;
    }
  }

  /** Ends follow this profile's own gaps. */
  get ends(): SampleEnds {
    const gaps = new SampleGaps();
    this.addGaps(gaps);
    return sampleEnds(gaps.usualUs ?? V8_INTERVAL_US, LEAST_PAUSE_US);
  }

  /** True for many samples of which no two neighbours are alike: samplers at an interval see the same stack again. */
  get neverRepeats(): boolean {
    return this.length >= MANY && this.#repeats === 0;
  }
}

interface SpanTask {
  readonly builder: SessionBuilder;
  readonly report: ImportReport;
  /** Undefined: by the samples' own gaps. */
  readonly ends?: SampleEnds | undefined;
  /** The end that the profile itself names. */
  readonly endUs?: number | undefined;
}

export interface CpuSpan {
  readonly beginUs: number;
  readonly endUs: number;
  readonly stack: number;
  /** V8 collected garbage, called by the stack of the sample before. */
  readonly isCollection: boolean;
}

/** Each sample lasts until the next one, the last until the profile's end, by `sampleEndUs`. */
export function* cpuSpans(samples: CpuSamples, nodes: CpuNodes, task: SpanTask): Generator<CpuSpan> {
  const { builder, report, ends = samples.ends, endUs } = task;
  const inner = samples.areChanges ? { ...ends, pauseUs: Number.POSITIVE_INFINITY } : ends;
  const order = samples.order();
  let before = 0;
  for (const [index, row] of order.entries()) {
    const beginUs = float64At(samples.atUs, row);
    const next = order[index + 1];
    const untilUs = next === undefined ? lastEndUs(beginUs, endUs, ends) : sampleEndUs(beginUs, float64At(samples.atUs, next), inner);
    const id = float64At(samples.node, row);
    const kind = nodes.kindOf(id);
    if (kind === undefined) {
      report.skipped('samples without a node');
      continue;
    }
    const isCollection = kind === 'collection';
    const stack = isCollection ? builder.stack(before, nodes.frameOf(id)) : nodes.stackOf(id);
    if (!isCollection) before = kind === 'idle' ? 0 : stack;
    yield { beginUs, endUs: untilUs, stack, isCollection };
  }
}
