import { float64At, uint32At } from '../../../columns/at.ts';
import { firstAfter } from '../../../columns/sorted.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import type { Lag } from '../lag.ts';

/** Position in a run's name changes. */
interface Cursor {
  epoch: number;
  methods: number;
  classes: number;
}

/** Finds lags with a renamed frame on a stack, far cheaper than describing all again. */
export class LagsWithNewNames {
  readonly #model: SessionModel;
  readonly #cursors = new Map<Run, Cursor>();

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /** Returns a predicate: does this lag show any of a run's new names? */
  update(run: Run): (lag: Lag) => boolean {
    const { changes: news } = run.names;
    const cursor = this.#cursors.get(run) ?? { epoch: 0, methods: 0, classes: 0 };
    const isAll = cursor.epoch !== news.epoch;
    const methods = new Set(news.methods.slice(isAll ? 0 : cursor.methods));
    const classes = new Set(news.classes.slice(isAll ? 0 : cursor.classes));
    this.#cursors.set(run, { epoch: news.epoch, methods: news.methods.length, classes: news.classes.length });
    if (isAll) return () => true;
    if (methods.size === 0 && classes.size === 0) return () => false;
    const nodes = this.#touchedNodes(methods);
    const named = (name: string | undefined): boolean => name !== undefined && classes.has(name);
    return (lag) => {
      if (named(lag.target) || named(lag.callback) || named(lag.waitsOn?.objectClass)) return true;
      if (methods.size === 0) return false;
      const { threads } = this.#model;
      const owner = threads[lag.waitsOn?.ownerThread ?? -1];
      return touches(threads[lag.thread], nodes, lag) || touches(owner, nodes, lag) || touchesWaits(threads[lag.thread], nodes, lag);
    };
  }

  /** 1 for stacks that contain one of the methods. Callers precede callees. */
  #touchedNodes(methods: ReadonlySet<number>): Uint8Array {
    const { nodes } = this.#model;
    const touched = new Uint8Array(nodes.length);
    const isNamed = new Uint8Array(this.#model.methods.length);
    for (const method of methods) isNamed[method] = 1;
    const { parent, method } = nodes;
    for (let node = 1; node < touched.length; node++) {
      if (touched[uint32At(parent, node)] === 1 || isNamed[uint32At(method, node)] === 1) touched[node] = 1;
    }
    return touched;
  }
}

function touches(thread: Thread | undefined, nodes: Uint8Array, { beginUs, endUs }: Lag): boolean {
  if (thread === undefined) return false;
  const { samples } = thread;
  const first = Math.max(0, samples.firstEndingAfter(beginUs) - 1);
  for (let row = first; row < samples.length; row++) {
    if (nodes[samples.nodeAt(row)] === 1) return true;
    if (samples.beginUsAt(row) > endUs) return false;
  }
  return false;
}

function touchesWaits(thread: Thread | undefined, nodes: Uint8Array, { beginUs, endUs }: Lag): boolean {
  if (thread === undefined) return false;
  const { waits } = thread;
  for (let row = firstAfter(waits.endUs, beginUs, waits.length); row < waits.length; row++) {
    if (float64At(waits.beginUs, row) >= endUs) return false;
    if (nodes[uint32At(waits.ownerNode, row)] === 1) return true;
  }
  return false;
}
