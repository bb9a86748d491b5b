import { float64At, uint32At } from '../../columns/at.ts';
import { noFloat64, noUint32, Table } from '../../columns/table.ts';
import { ON_CPU_SHARE } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { SourcePlace } from '../budgets/measured-session.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import { type Frame, frameOf } from '../frames/frame.ts';
import { methodKey } from '../frames/stable-name.ts';
import type { Lag } from '../lags/lag.ts';
import { rowBusyShare } from '../threads/busy-time.ts';
import { visitSpans } from '../threads/spans.ts';

export interface KnownFunction {
  /** Survives rebuilds (`methodKey`). */
  readonly key: string;
  readonly label: string;
  /** Its line with the most time. */
  readonly place: SourcePlace | undefined;
}

/** One of the app's functions with all that it calls, in the lags that ran it. */
export interface LagFunction extends KnownFunction {
  /** By begin, as indices of the given lags. */
  readonly lags: readonly number[];
  /** In each of `lags`. */
  readonly us: readonly number[];
}

/** Functions of a lag with the most time. */
const MOST_FUNCTIONS = 200;

/** A step per lag. */
export function* lagFunctions(model: SessionModel, lags: readonly Lag[], app: AppMethods): Generator<void, readonly LagFunction[]> {
  const functions = new FunctionTimes(model, app);
  for (const [at, lag] of lags.entries()) {
    functions.add(lag, at);
    yield;
  }
  return functions.known();
}

/** By row of `model.nodes`. Microseconds. */
class NodeTimes extends Table {
  /** Of one lag, with callees. */
  us: Float64Array = noFloat64;
  /** Of all lags. */
  allUs: Float64Array = noFloat64;
  /** The last lag that ran it, from 1. */
  lag: Uint32Array = noUint32;
}

class FunctionTimes {
  readonly #model: SessionModel;
  readonly #app: AppMethods;
  readonly #times = new NodeTimes();
  readonly #functions: { readonly key: string; readonly lags: number[]; readonly us: number[] }[] = [];
  /** Index of a function by its key. */
  readonly #indices = new Map<string, number>();
  /** By row of `model.methods`; -1 for others than the app's. */
  readonly #byMethod: number[] = [];
  /** By row of `model.nodes`; -1 also for calls inside the same function. */
  readonly #byNode: number[] = [];

  constructor(model: SessionModel, app: AppMethods) {
    this.#model = model;
    this.#app = app;
  }

  /** @param at index of the lag */
  add(lag: Lag, at: number): void {
    const thread = this.#model.threads[lag.thread];
    if (thread === undefined) return;
    const times = new Map<number, number>();
    for (const node of this.#sumNodes(thread, lag, at + 1)) {
      const found = this.#outermostAt(node);
      if (found < 0) continue;
      const us = float64At(this.#times.us, node);
      this.#times.allUs[node] = float64At(this.#times.allUs, node) + us;
      times.set(found, (times.get(found) ?? 0) + us);
    }
    for (const [found, us] of heaviest(times)) {
      const each = this.#functions[found];
      each?.lags.push(at);
      each?.us.push(us);
    }
  }

  known(): readonly LagFunction[] {
    const hottest = new Map<number, number>();
    const { allUs } = this.#times;
    for (let node = 1; node < allUs.length; node++) {
      if (float64At(allUs, node) <= 0) continue;
      const found = this.#outermostAt(node);
      const best = hottest.get(found);
      if (best === undefined || float64At(allUs, node) > float64At(allUs, best)) hottest.set(found, node);
    }
    return this.#functions.flatMap((each, index) => {
      const node = hottest.get(index);
      return node === undefined || each.lags.length === 0 ? [] : [{ ...each, ...described(frameOf(this.#model, node)) }];
    });
  }

  /** Fills `us` of the returned nodes, callees before callers. Waits for messages are left out, as in `callTree`. */
  #sumNodes(thread: Thread, { beginUs, endUs }: Lag, lag: number): Uint32Array {
    const { nodes } = this.#model;
    const times = this.#times;
    const ran: number[] = [];
    visitSpans(this.#model, thread, beginUs, endUs, (span) => {
      if (span.waits && (rowBusyShare(thread, span.row) ?? 0) < ON_CPU_SHARE) return;
      if (span.node >= times.capacity) times.reach(span.node);
      for (let node = span.node; node !== 0 && times.lag[node] !== lag; node = uint32At(nodes.parent, node)) {
        times.lag[node] = lag;
        times.us[node] = 0;
        ran.push(node);
      }
      times.us[span.node] = float64At(times.us, span.node) + span.endUs - span.beginUs;
    });
    // Callers have smaller rows.
    const order = Uint32Array.from(ran).sort().reverse();
    for (const node of order) {
      const caller = uint32At(nodes.parent, node);
      times.us[caller] = float64At(times.us, caller) + float64At(times.us, node);
    }
    return order;
  }

  /** A function that calls itself counts once. */
  #outermostAt(node: number): number {
    const known = this.#byNode[node];
    if (known !== undefined) return known;
    const { method, parent } = this.#model.nodes;
    const found = this.#functionOf(uint32At(method, node));
    let caller = found < 0 ? 0 : uint32At(parent, node);
    while (caller !== 0 && this.#functionOf(uint32At(method, caller)) !== found) caller = uint32At(parent, caller);
    const outermost = caller === 0 ? found : -1;
    this.#byNode[node] = outermost;
    return outermost;
  }

  #functionOf(method: number): number {
    const known = this.#byMethod[method];
    if (known !== undefined) return known;
    const key = this.#app.has(method) ? methodKey(this.#model, method) : '';
    let found = key === '' ? -1 : this.#indices.get(key);
    if (found === undefined) {
      found = this.#functions.push({ key, lags: [], us: [] }) - 1;
      this.#indices.set(key, found);
    }
    this.#byMethod[method] = found;
    return found;
  }
}

function heaviest(times: ReadonlyMap<number, number>): Iterable<readonly [number, number]> {
  if (times.size <= MOST_FUNCTIONS) return times;
  return [...times].sort(([, one], [, other]) => other - one).slice(0, MOST_FUNCTIONS);
}

function described({ label, sourcePath, sourceFile, line, class: className, inlined }: Frame): Omit<KnownFunction, 'key'> {
  const path = sourcePath || sourceFile;
  return { label, place: path === '' ? undefined : { class: inlined?.class || className, path, line } };
}
