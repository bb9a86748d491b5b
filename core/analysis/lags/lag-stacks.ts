import type { SessionModel } from '../../session/model/model.ts';
import { visitWork } from '../threads/work-time.ts';
import type { Lag } from './lag.ts';

export interface LagStacks {
  readonly lag: Lag;
  /** Later data can't change it. */
  readonly isSettled: boolean;
  /** Rows of `model.nodes` as the agent sent them. */
  readonly nodes: Uint32Array;
  readonly us: Float64Array;
}

/** Facts may arrive this late. */
export const LATE_US = 500_000;

/** Empty for loads of the whole app. */
export function lagStacks(model: SessionModel, lag: Lag): LagStacks {
  const sums = new Map<number, number>();
  const thread = lag.band === 'load' ? undefined : model.threads[lag.thread];
  if (thread !== undefined) {
    visitWork(model, thread, lag.beginUs, lag.endUs, ({ node, us }) => sums.set(node, (sums.get(node) ?? 0) + us));
  }
  const isSettled = !lag.open && lag.endUs + LATE_US < (model.runs[lag.run]?.nowUs ?? 0);
  return { lag, isSettled, nodes: Uint32Array.from(sums.keys()), us: Float64Array.from(sums.values()) };
}

/** Leading lags that are equal and settled in both lists. */
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
