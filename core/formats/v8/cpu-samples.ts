import { float64At } from '../../columns/at.ts';
import { noFloat64, Table } from '../../columns/table.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import type { CpuNodes } from './cpu-nodes.ts';

/** Times of a profile's samples; the nodes may come later. */
export class CpuSamples extends Table {
  atUs: Float64Array = noFloat64;
  node: Float64Array = noFloat64;
  #isOrdered = true;
  #lastUs = Number.NEGATIVE_INFINITY;

  add(atUs: number, node: number): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.atUs[row] = atUs;
    this.node[row] = node;
    // V8 may write samples of several threads in another order than their times.
    if (atUs < this.#lastUs) this.#isOrdered = false;
    this.#lastUs = atUs;
  }

  /** Rows by time. */
  order(): Uint32Array {
    const order = Uint32Array.from({ length: this.length }, (_, row) => row);
    if (this.#isOrdered) return order;
    return order.sort((one, other) => float64At(this.atUs, one) - float64At(this.atUs, other) || one - other);
  }
}

export interface CpuSpan {
  readonly beginUs: number;
  readonly endUs: number;
  readonly stack: number;
  /** V8 collected garbage, called by the stack of the sample before. */
  readonly isCollection: boolean;
}

/** Each sample lasts until the next one, the last until `endUs`. */
export function* cpuSpans(
  samples: CpuSamples,
  nodes: CpuNodes,
  { builder, report, endUs }: { readonly builder: SessionBuilder; readonly report: ImportReport; readonly endUs: number },
): Generator<CpuSpan> {
  const order = samples.order();
  let before = 0;
  for (const [index, row] of order.entries()) {
    const beginUs = float64At(samples.atUs, row);
    const next = order[index + 1];
    const untilUs = Math.max(beginUs, next === undefined ? endUs : float64At(samples.atUs, next));
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
