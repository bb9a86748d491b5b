import type { SessionModel } from '../../session/model/model.ts';
import { visitWork } from '../threads/work-time.ts';
import type { Lag } from './lag.ts';

/** What was on the stack in a lag, and how long: each stack once. */
export interface LagStacks {
  readonly lag: Lag;
  /** Nothing that comes later changes it. */
  readonly isSettled: boolean;
  /** Rows of `model.nodes` as the agent sent them. */
  readonly nodes: Uint32Array;
  readonly us: Float64Array;
}

/** Facts come up to this late behind others of their time. */
export const LATE_US = 500_000;

/** The stacks of a lag; none for what kept no thread waiting. */
export function lagStacks(model: SessionModel, lag: Lag): LagStacks {
  const sums = new Map<number, number>();
  const thread = lag.band === 'load' ? undefined : model.threads[lag.thread];
  if (thread !== undefined) {
    visitWork(model, thread, lag.beginUs, lag.endUs, (node, us) => sums.set(node, (sums.get(node) ?? 0) + us));
  }
  const isSettled = !lag.open && lag.endUs + LATE_US < (model.runs[lag.run]?.nowUs ?? 0);
  return { lag, isSettled, nodes: Uint32Array.from(sums.keys()), us: Float64Array.from(sums.values()) };
}

/** How many lags at the begin of two lists are the same, and settled. */
export function settledAlike(before: readonly LagStacks[], now: readonly Lag[]): number {
  let alike = 0;
  for (; alike < before.length; alike++) {
    const { lag: known, isSettled = false } = before[alike] ?? {};
    const lag = now[alike];
    if (known === undefined || lag === undefined || !isSettled || lag.open) break;
    if (known.id !== lag.id || known.beginUs !== lag.beginUs || known.endUs !== lag.endUs || known.band !== lag.band) break;
  }
  return alike;
}
