import { float64At, numberAt, uint32At } from '../../columns/at.ts';
import { ON_CPU_SHARE } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { rowBlockedShare } from '../threads/blocked-time.ts';
import { rowBusyShare } from '../threads/busy-time.ts';
import { visitSpans } from '../threads/spans.ts';
import type { CallTree } from './call-tree.ts';

interface NodeSums {
  row: number;
  selfUs: number;
  busyUs: number;
  blockedUs: number;
}

/**
 * Aggregates a thread's stacks range by range. Frames of one method below one caller share a row, shown at its hottest line. Waits for
 * messages are summed apart.
 */
export class TreeBuilder {
  readonly #model: SessionModel;
  readonly #thread: Thread;
  readonly #sums = new Map<number, NodeSums>();
  readonly #rows = new Map<number, number>();
  readonly #parent: number[] = [0];
  readonly #method: number[] = [0];
  readonly #depth: number[] = [0];
  idleUs = 0;

  constructor(model: SessionModel, thread: Thread) {
    this.#model = model;
    this.#thread = thread;
  }

  /** Adds a range; ranges must not overlap. */
  add(beginUs: number, endUs: number): void {
    let busyRow = -1;
    let share: number | undefined;
    let blocked = 0;
    visitSpans(this.#model, this.#thread, beginUs, endUs, (span) => {
      const lastsUs = span.endUs - span.beginUs;
      if (busyRow !== span.row) {
        share = rowBusyShare(this.#thread, span.row);
        blocked = rowBlockedShare(this.#model, this.#thread, span.row, share);
      }
      busyRow = span.row;
      if (span.waits && (share ?? 0) < ON_CPU_SHARE) {
        this.idleUs += lastsUs;
        return;
      }
      const sums = this.#sumsOf(span.node);
      sums.selfUs += lastsUs;
      sums.busyUs += lastsUs * (share ?? 0);
      sums.blockedUs += lastsUs * blocked;
    });
  }

  build(): CallTree {
    const length = this.#parent.length;
    const tree: CallTree = {
      length,
      parent: Uint32Array.from(this.#parent),
      method: Uint32Array.from(this.#method),
      depth: Uint32Array.from(this.#depth),
      node: new Uint32Array(length),
      selfUs: new Float64Array(length),
      totalUs: new Float64Array(length),
      busyUs: new Float64Array(length),
      blockedUs: new Float64Array(length),
      firstChild: new Uint32Array(length),
      nextSibling: new Uint32Array(length),
      idleUs: this.idleUs,
    };
    this.#fillNodes(tree);
    fillTotals(tree);
    linkChildren(tree);
    return tree;
  }

  #fillNodes(tree: CallTree): void {
    const nodes = [...this.#sums.keys()].sort((a, b) => b - a);
    const throughUs = new Map<number, number>();
    const bestUs = new Float64Array(tree.length).fill(-1);
    for (const node of nodes) {
      const sums = this.#sums.get(node);
      if (sums === undefined) continue;
      const { row } = sums;
      const us = sums.selfUs + (throughUs.get(node) ?? 0);
      tree.selfUs[row] = float64At(tree.selfUs, row) + sums.selfUs;
      tree.busyUs[row] = float64At(tree.busyUs, row) + sums.busyUs;
      tree.blockedUs[row] = float64At(tree.blockedUs, row) + sums.blockedUs;
      if (us > float64At(bestUs, row)) {
        bestUs[row] = us;
        tree.node[row] = node;
      }
      const caller = uint32At(this.#model.nodes.parent, node);
      if (caller !== 0) throughUs.set(caller, (throughUs.get(caller) ?? 0) + us);
    }
  }

  #sumsOf(node: number): NodeSums {
    const known = this.#sums.get(node);
    if (known !== undefined) return known;
    const { nodes } = this.#model;
    const fresh: number[] = [];
    let caller = node;
    while (caller !== 0 && !this.#sums.has(caller)) {
      fresh.push(caller);
      caller = uint32At(nodes.parent, caller);
    }
    let row = this.#sums.get(caller)?.row ?? 0;
    let sums: NodeSums = { row: 0, selfUs: 0, busyUs: 0, blockedUs: 0 };
    if (node === 0) this.#sums.set(0, sums);
    for (const callee of fresh.reverse()) {
      row = this.#rowOf(row, uint32At(nodes.method, callee));
      sums = { row, selfUs: 0, busyUs: 0, blockedUs: 0 };
      this.#sums.set(callee, sums);
    }
    return sums;
  }

  #rowOf(parent: number, method: number): number {
    // Fewer than 2^21 methods and 2^23 rows: the key is exact.
    const key = parent * 2 ** 21 + method;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.#parent.push(parent) - 1;
    this.#method.push(method);
    this.#depth.push(numberAt(this.#depth, parent) + 1);
    this.#rows.set(key, row);
    return row;
  }
}

/** Parents precede children, so from the last row on each is complete. */
function fillTotals(tree: CallTree): void {
  for (let row = 0; row < tree.length; row++) tree.totalUs[row] = float64At(tree.selfUs, row);
  for (let row = tree.length - 1; row > 0; row--) {
    const parent = uint32At(tree.parent, row);
    for (const column of [tree.totalUs, tree.busyUs, tree.blockedUs]) column[parent] = float64At(column, parent) + float64At(column, row);
  }
}

/** Children by total time, longest first. */
function linkChildren(tree: CallTree): void {
  const rows = Uint32Array.from({ length: tree.length - 1 }, (_, index) => index + 1);
  rows.sort((a, b) => float64At(tree.totalUs, a) - float64At(tree.totalUs, b) || b - a);
  for (const row of rows) {
    const parent = uint32At(tree.parent, row);
    tree.nextSibling[row] = uint32At(tree.firstChild, parent);
    tree.firstChild[parent] = row;
  }
}
