import { type CallTree, callTree } from '../../../../core/analysis/calls/call-tree.ts';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { float64At, uint32At } from '../../../../core/columns/at.ts';
import { type FrameFacts, frameFacts, frameFields } from '../answers/frame-facts.ts';
import { ms } from '../answers/ms.ts';
import type { SessionView } from '../session-view.ts';
import { type FieldsOf, list, maybe, number, object } from '../shapes/shape.ts';

const callFields = {
  ...frameFields,
  totalMs: number('With its callees.'),
  selfMs: number('Without them.'),
  times: maybe(number('Direct recursion, folded.')),
};

export type CallFacts = FieldsOf<typeof callFields>;

export const pathShape = list('The heaviest path of calls, callers first, from the app’s outermost function on.', object('', callFields));
export const hotShape = list('Functions with most time of their own.', object('', { ...frameFields, selfMs: number('Their own time.') }));

export interface HeaviestCalls {
  readonly path: readonly CallFacts[];
  /** Frames of the system above the path. */
  readonly callersLeftOut: number;
  readonly hot: readonly (FrameFacts & { readonly selfMs: number })[];
}

/** Callees below this share of a lag’s work end the path. */
const LEAST_SHARE = 0.05;
const MOST_CALLS = 200;
const MOST_HOT = 8;

export function heaviestCalls(view: SessionView, lag: Lag): HeaviestCalls {
  const thread = view.model.threads[lag.thread];
  if (thread === undefined || lag.band === 'load') return { path: [], callersLeftOut: 0, hot: [] };
  const tree = callTree(view.model, thread, lag.beginUs, lag.endUs);
  const rows = heaviestRows(tree);
  const callersLeftOut = callersOf(view, tree, rows);
  return { path: folded(view, tree, rows.slice(callersLeftOut)), callersLeftOut, hot: hottest(view, tree) };
}

/** Frames above the app's outermost function below the looper, or below main; 0 without one. */
function callersOf({ app }: SessionView, tree: CallTree, rows: readonly number[]): number {
  const loop = rows.findLastIndex((row) => app.isLoop(uint32At(tree.method, row)));
  return Math.max(
    0,
    rows.findIndex((row, at) => at > loop && app.has(uint32At(tree.method, row))),
  );
}

function heaviestRows(tree: CallTree): readonly number[] {
  const leastUs = LEAST_SHARE * float64At(tree.totalUs, 0);
  const rows: number[] = [];
  let row = uint32At(tree.firstChild, 0);
  while (row !== 0 && float64At(tree.totalUs, row) >= leastUs) {
    rows.push(row);
    row = uint32At(tree.firstChild, row);
  }
  return rows;
}

/** Consecutive calls of one function become one. */
function folded(view: SessionView, tree: CallTree, rows: readonly number[]): readonly CallFacts[] {
  const calls: CallFacts[] = [];
  let method = -1;
  for (const row of rows) {
    const last = calls.at(-1);
    const selfMs = ms(float64At(tree.selfUs, row));
    if (last !== undefined && tree.method[row] === method) {
      calls[calls.length - 1] = { ...last, selfMs: Math.round((last.selfMs + selfMs) * 10) / 10, times: (last.times ?? 1) + 1 };
      continue;
    }
    method = uint32At(tree.method, row);
    calls.push({ ...frameFacts(view, uint32At(tree.node, row)), totalMs: ms(float64At(tree.totalUs, row)), selfMs });
  }
  return calls.slice(-MOST_CALLS);
}

function hottest(view: SessionView, tree: CallTree): HeaviestCalls['hot'] {
  const byMethod = new Map<number, { us: number; most: number; node: number }>();
  for (let row = 1; row < tree.length; row++) {
    const us = float64At(tree.selfUs, row);
    if (us === 0) continue;
    const sum = byMethod.get(uint32At(tree.method, row)) ?? { us: 0, most: 0, node: 0 };
    sum.us += us;
    if (us > sum.most) Object.assign(sum, { most: us, node: uint32At(tree.node, row) });
    byMethod.set(uint32At(tree.method, row), sum);
  }
  const leastUs = LEAST_SHARE * float64At(tree.totalUs, 0);
  return [...byMethod.values()]
    .filter(({ us }) => us >= leastUs)
    .sort((a, b) => b.us - a.us)
    .slice(0, MOST_HOT)
    .map(({ us, node }) => ({ ...frameFacts(view, node), selfMs: ms(us) }));
}
