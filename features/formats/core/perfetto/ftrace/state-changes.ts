import { float64At, uint8At } from '../../../../../core/columns/at.ts';
import { noFloat64, noUint8, Table } from '../../../../../core/columns/table.ts';
import type { SampleState } from '../../import/import-facts.ts';

/** States after a change of the scheduler. */
const states = ['running', 'ready', 'kernel', 'disk', 'suspended', 'ended', 'woken', 'wokenAgain', 'ran', 'noDisk', 'unknown'] as const;
export type ChangedState = (typeof states)[number];

export interface StateTime {
  readonly beginUs: number;
  readonly endUs: number;
  readonly state: SampleState;
}

/** The state that lasts. */
interface OpenState {
  readonly beginUs: number;
  readonly state: SampleState;
  /** It could run from here on, by a waking. */
  readonly isWoken: boolean;
}

interface NextState {
  /** Undefined: unknown. */
  readonly open: OpenState | undefined;
  /** The state before cannot be. */
  readonly isContradicted: boolean;
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

  /** States that other events contradict; known after `times`. */
  contradicted = 0;

  /**
   * In order, without overlaps. Time before the first change, around lost ones, and in states that other events contradict is left out:
   * a thread that caused an event ran then, and one that left a core had run before. In such a trace, one that was woken twice had run, too.
   * @param untilUs end of the last state
   */
  *times(untilUs: number): Generator<StateTime> {
    const order = this.#order();
    this.contradicted = 0;
    let open: OpenState | undefined;
    for (const row of order) {
      const next = this.#next(open, row, false);
      if (next?.isContradicted === true) this.contradicted++;
      if (next !== undefined) open = next.open;
    }
    open = undefined;
    const lacksSwitches = this.contradicted > 0;
    // The reason of a wait follows its end.
    let held: StateTime | undefined;
    for (const row of order) {
      if (states[uint8At(this.kind, row)] === 'noDisk') {
        if (held?.state === 'disk') held = { ...held, state: 'kernel' };
        continue;
      }
      const next = this.#next(open, row, lacksSwitches);
      if (next === undefined) continue;
      const atUs = float64At(this.atUs, row);
      if (open !== undefined && !next.isContradicted && atUs > open.beginUs) {
        if (held !== undefined) yield held;
        held = { beginUs: open.beginUs, endUs: atUs, state: open.state };
      }
      open = next.open;
    }
    if (held !== undefined) yield held;
    // No event shows that it still waited for a core, as the switch to it may be lost.
    if (open !== undefined && open.state !== 'ready' && untilUs > open.beginUs) {
      yield { beginUs: open.beginUs, endUs: untilUs, state: open.state };
    }
  }

  /** Undefined: the change says nothing new. */
  #next(open: OpenState | undefined, row: number, lacksSwitches: boolean): NextState | undefined {
    const changed = states[uint8At(this.kind, row)] ?? 'unknown';
    if (changed === 'noDisk') return undefined;
    const state = open?.state;
    const isWaking = changed === 'woken' || changed === 'wokenAgain';
    const isTwice = lacksSwitches && changed === 'woken' && open?.isWoken === true;
    // Threads that run or are ready need no waking.
    if (isWaking && (state === 'running' || state === 'ready') && !isTwice) return undefined;
    if (changed === 'ran' && state === 'running') return undefined;
    const hadRun = !isWaking && changed !== 'running' && changed !== 'unknown';
    return {
      open: stateAfter(changed, float64At(this.atUs, row)),
      isContradicted: isTwice || (hadRun && open !== undefined && state !== 'running'),
    };
  }

  #order(): Uint32Array {
    const rows = Uint32Array.from({ length: this.length }, (_, row) => row);
    return this.#isOrdered ? rows : rows.sort((one, other) => float64At(this.atUs, one) - float64At(this.atUs, other) || one - other);
  }
}

/** Undefined: unknown. */
function stateAfter(changed: ChangedState, atUs: number): OpenState | undefined {
  if (changed === 'ended' || changed === 'unknown' || changed === 'ran' || changed === 'noDisk') return undefined;
  const isWoken = changed === 'woken' || changed === 'wokenAgain';
  return { beginUs: atUs, state: isWoken ? 'ready' : changed, isWoken };
}
