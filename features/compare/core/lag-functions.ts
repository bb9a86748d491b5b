import type { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { type Frame, frameOf } from '../../../core/analysis/frames/frame.ts';
import { methodKey } from '../../../core/analysis/frames/stable-name.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { SourcePlace } from '../../../core/analysis/measures/measured-session.ts';
import { rowBusyShare } from '../../../core/analysis/threads/busy-time.ts';
import { visitSpans } from '../../../core/analysis/threads/spans.ts';
import { float64At, int32At, uint32At } from '../../../core/columns/at.ts';
import { noFloat64, noInt32, noUint32, Table, withRow } from '../../../core/columns/table.ts';
import { ON_CPU_SHARE } from '../../../core/session/columns/sample-columns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Thread } from '../../../core/session/model/thread.ts';

export interface KnownFunction {
  /** Survives rebuilds (`methodKey`). */
  readonly key: string;
  readonly label: string;
  /** Its line with the most time. */
  readonly place: SourcePlace | undefined;
}

/** One of the app's functions with all that it calls, in the lags that ran it. */
export interface LagFunction extends KnownFunction {
  /** In each of those lags, by their begin. */
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

/** Indexed by row of `model.nodes`. Microseconds. */
class NodeTimes extends Table {
  /** Time in one lag, with callees. */
  us: Float64Array = noFloat64;
  /** Time in all lags. */
  allUs: Float64Array = noFloat64;
  /** The last lag that ran it, from 1. */
  lag: Uint32Array = noUint32;
  /** The function + 1; -1 for others than the app's, also for calls inside the same function; 0 unknown. */
  outermost: Int32Array = noInt32;
}

class FunctionTimes {
  readonly #model: SessionModel;
  readonly #app: AppMethods;
  readonly #times = new NodeTimes();
  readonly #functions: { readonly key: string; readonly us: number[] }[] = [];
  /** Index of a function by its key. */
  readonly #indices = new Map<string, number>();
  /** Indexed by row of `model.methods`: as `NodeTimes.outermost`. */
  #byMethod: Int32Array = noInt32;
  /** Nodes of the lag. */
  #ran: Uint32Array = new Uint32Array(256);
  /** By function: its time in the lag. */
  #us: Float64Array = new Float64Array(256);
  /** Functions with such a time. */
  readonly #timed: number[] = [];

  constructor(model: SessionModel, app: AppMethods) {
    this.#model = model;
    this.#app = app;
  }

  /** @param at index of the lag */
  add(lag: Lag, at: number): void {
    const thread = this.#model.threads[lag.thread];
    if (thread === undefined) return;
    this.#timed.length = 0;
    const order = this.#sumNodes(thread, lag, at + 1);
    const { us, allUs } = this.#times;
    for (let place = order.length - 1; place >= 0; place--) {
      const node = uint32At(order, place);
      const found = this.#outermostAt(node);
      if (found < 0) continue;
      const nodeUs = float64At(us, node);
      allUs[node] = float64At(allUs, node) + nodeUs;
      this.#addTo(found, nodeUs);
    }
    for (const found of this.#heaviest()) {
      this.#functions[found]?.us.push(float64At(this.#us, found));
    }
    for (const found of this.#timed) this.#us[found] = 0;
  }

  #addTo(found: number, us: number): void {
    if (found >= this.#us.length) this.#us = withRow(this.#us, found);
    const before = float64At(this.#us, found);
    if (before === 0) this.#timed.push(found);
    this.#us[found] = before + us;
  }

  #heaviest(): readonly number[] {
    if (this.#timed.length <= MOST_FUNCTIONS) return this.#timed;
    const us = this.#us;
    return this.#timed.toSorted((one, other) => float64At(us, other) - float64At(us, one)).slice(0, MOST_FUNCTIONS);
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
      return node === undefined || each.us.length === 0 ? [] : [{ ...each, ...describedFunction(frameOf(this.#model, node)) }];
    });
  }

  /** Fills `us` of the returned nodes, callers before callees. Waits for messages are left out, as in `callTree`. */
  #sumNodes(thread: Thread, { beginUs, endUs }: Lag, lag: number): Uint32Array {
    const { parent } = this.#model.nodes;
    const times = this.#times;
    let length = 0;
    visitSpans(this.#model, thread, beginUs, endUs, (span) => {
      if (span.waits && (rowBusyShare(thread, span.row) ?? 0) < ON_CPU_SHARE) return;
      if (span.node >= times.capacity) times.reach(span.node);
      for (let node = span.node; node !== 0 && times.lag[node] !== lag; node = uint32At(parent, node)) {
        times.lag[node] = lag;
        times.us[node] = 0;
        if (length >= this.#ran.length) this.#ran = withRow(this.#ran, length);
        this.#ran[length++] = node;
      }
      times.us[span.node] = float64At(times.us, span.node) + span.endUs - span.beginUs;
    });
    // Callers have smaller rows.
    const order = this.#ran.subarray(0, length).sort();
    const { us } = times;
    for (let place = length - 1; place >= 0; place--) {
      const node = uint32At(order, place);
      const caller = uint32At(parent, node);
      us[caller] = float64At(us, caller) + float64At(us, node);
    }
    return order;
  }

  /** A function that calls itself counts once. */
  #outermostAt(node: number): number {
    const { outermost } = this.#times;
    const known = int32At(outermost, node);
    if (known !== 0) return known < 0 ? known : known - 1;
    const { method, parent } = this.#model.nodes;
    const found = this.#functionOf(uint32At(method, node));
    let caller = found < 0 ? 0 : uint32At(parent, node);
    while (caller !== 0 && this.#functionOf(uint32At(method, caller)) !== found) caller = uint32At(parent, caller);
    const isOutermost = caller === 0 && found >= 0;
    outermost[node] = isOutermost ? found + 1 : -1;
    return isOutermost ? found : -1;
  }

  #functionOf(method: number): number {
    if (method >= this.#byMethod.length) this.#byMethod = withRow(this.#byMethod, method);
    const known = int32At(this.#byMethod, method);
    if (known !== 0) return known < 0 ? known : known - 1;
    const key = this.#app.has(method) ? methodKey(this.#model, method) : '';
    let found = key === '' ? -1 : this.#indices.get(key);
    if (found === undefined) {
      found = this.#functions.push({ key, us: [] }) - 1;
      this.#indices.set(key, found);
    }
    this.#byMethod[method] = found < 0 ? -1 : found + 1;
    return found;
  }
}

export function describedFunction({ label, sourcePath, sourceFile, line, class: className, inlined }: Frame): Omit<KnownFunction, 'key'> {
  const path = sourcePath || sourceFile;
  return { label, place: path === '' ? undefined : { class: inlined?.class || className, path, line } };
}
