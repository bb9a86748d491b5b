import { float64At, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { SourcePlace } from '../budgets/measured-session.ts';
import { type CallTree, callTree } from '../calls/call-tree.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import { type Frame, frameOf } from '../frames/frame.ts';
import { methodKey } from '../frames/stable-name.ts';
import type { Lag } from '../lags/lag.ts';

export interface KnownFunction {
  /** Survives rebuilds (`methodKey`). */
  readonly key: string;
  readonly label: string;
  readonly place: SourcePlace | undefined;
}

export interface LagFunctions {
  /** Of each lag: time in the app's functions with all that they call, by key. */
  readonly lags: readonly ReadonlyMap<string, number>[];
  readonly known: ReadonlyMap<string, KnownFunction>;
}

/** Functions of a lag with the most time. */
const MOST_FUNCTIONS = 200;

/** A step per lag. */
export function* lagFunctions(model: SessionModel, lags: readonly Lag[], app: AppMethods): Generator<void, LagFunctions> {
  const known = new Map<string, KnownFunction>();
  const times: ReadonlyMap<string, number>[] = [];
  for (const lag of lags) {
    const thread = model.threads[lag.thread];
    times.push(thread === undefined ? new Map() : timesIn(model, callTree(model, thread, lag.beginUs, lag.endUs), app, known));
    yield;
  }
  return { lags: times, known };
}

/** A function that calls itself counts once. */
function timesIn(model: SessionModel, tree: CallTree, app: AppMethods, known: Map<string, KnownFunction>): ReadonlyMap<string, number> {
  const keys: string[] = [''];
  const times = new Map<string, number>();
  for (let row = 1; row < tree.length; row++) {
    const method = uint32At(tree.method, row);
    const key = app.has(method) ? methodKey(model, method) : '';
    keys.push(key);
    if (key === '' || isInside(tree, keys, row, key)) continue;
    times.set(key, (times.get(key) ?? 0) + float64At(tree.totalUs, row));
    if (!known.has(key)) known.set(key, knownFunction(key, frameOf(model, uint32At(tree.node, row))));
  }
  if (times.size <= MOST_FUNCTIONS) return times;
  return new Map([...times].sort(([, one], [, other]) => other - one).slice(0, MOST_FUNCTIONS));
}

function isInside(tree: CallTree, keys: readonly string[], row: number, key: string): boolean {
  for (let caller = uint32At(tree.parent, row); caller !== 0; caller = uint32At(tree.parent, caller)) {
    if (keys[caller] === key) return true;
  }
  return false;
}

function knownFunction(key: string, { label, sourcePath, sourceFile, line, class: className, inlined }: Frame): KnownFunction {
  const path = sourcePath || sourceFile;
  return { key, label, place: path === '' ? undefined : { class: inlined?.class || className, path, line } };
}
