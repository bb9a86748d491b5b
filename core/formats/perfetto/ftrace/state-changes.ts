import { float64At, uint8At } from '../../../columns/at.ts';
import { noFloat64, noUint8, Table } from '../../../columns/table.ts';
import type { SampleState } from '../../import/import-facts.ts';

/** States after a change of the scheduler. */
const states = ['running', 'ready', 'kernel', 'disk', 'suspended', 'ended', 'woken', 'unknown'] as const;
export type ChangedState = (typeof states)[number];

export interface StateTime {
  readonly beginUs: number;
  readonly endUs: number;
  readonly state: SampleState;
}

/** One thread's changes of state, in any order: cores report theirs in turn. */
export class StateChanges extends Table {
  /** Whole microseconds of the trace. */
  atUs: Float64Array = noFloat64;
  kind: Uint8Array = noUint8;
  #isOrdered = true;

  add(atUs: number, state: ChangedState): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.atUs[row] = atUs;
    this.kind[row] = states.indexOf(state);
    if (row > 0 && atUs < float64At(this.atUs, row - 1)) this.#isOrdered = false;
  }

  /** In order, without overlaps. Time before the first change, and around lost ones, is left out. @param untilUs end of the last state */
  *times(untilUs: number): Generator<StateTime> {
    let open: { readonly beginUs: number; readonly state: SampleState } | undefined;
    for (const row of this.#order()) {
      const changed = states[uint8At(this.kind, row)] ?? 'unknown';
      const atUs = float64At(this.atUs, row);
      const state = open?.state;
      // Threads that run or are ready need no waking.
      if (changed === 'woken' && (state === 'running' || state === 'ready')) continue;
      const leavesCore = changed !== 'woken' && changed !== 'running';
      // Only a running thread leaves a core: its begin was lost.
      const isLost = leavesCore && state !== undefined && state !== 'running';
      if (open !== undefined && !isLost && atUs > open.beginUs) yield { ...open, endUs: atUs };
      if (changed === 'ended' || changed === 'unknown') open = undefined;
      else open = { beginUs: atUs, state: changed === 'woken' ? 'ready' : changed };
    }
    if (open !== undefined && untilUs > open.beginUs) yield { ...open, endUs: untilUs };
  }

  #order(): Uint32Array {
    const rows = Uint32Array.from({ length: this.length }, (_, row) => row);
    return this.#isOrdered ? rows : rows.sort((one, other) => float64At(this.atUs, one) - float64At(this.atUs, other) || one - other);
  }
}
