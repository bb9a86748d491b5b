import { float64At, int32At, numberAt, uint8At, uint32At } from '../../columns/at.ts';
import { noFloat64, noUint32, withRow } from '../../columns/table.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { StackSums } from '../calls/stack-sums.ts';
import type { Lag } from '../lags/lag.ts';
import type { LagStacks } from '../lags/lag-stacks.ts';
import { type Cost, LagColumns, TimeColumns } from './cost-columns.ts';
import { type CodeOrigin, type FileFunction, FileTree, firstOf } from './file-tree.ts';

interface LineCost extends Cost {
  /** From 1, as recorded. */
  readonly line: number;
}

interface FunctionCost extends Cost, FileFunction {
  /** First and last line seen, 0 if none. */
  readonly leastLine: number;
  readonly mostLine: number;
}

export interface CallerCost {
  /** Row of `model.nodes`, 0 for none. */
  readonly node: number;
  readonly totalUs: number;
}

export interface LineLag {
  readonly lag: Lag;
  /** Time of the line in it. */
  readonly us: number;
}

export interface RunStack {
  readonly run: number;
  readonly node: number;
  readonly us: number;
  readonly busyUs: number;
  readonly blockedUs: number;
  /** Ready to run, without a core. */
  readonly readyUs: number;
}

/** Runs of a session; `to` is exclusive. */
export interface RunRange {
  readonly from: number;
  readonly to: number;
}

/** Lines in order, functions by first line. */
export interface FileHeat {
  readonly lines: readonly LineCost[];
  readonly functions: readonly FunctionCost[];
}

/**
 * Costs of one source file's lines and functions. Final stacks and lags are added once; others to a copy per answer, at the cost of one
 * pass over the file's stacks.
 */
export class FileCosts {
  visited = 0;
  readonly #model: SessionModel;
  readonly #runs: RunRange;
  readonly #tree: FileTree;
  readonly #times = new TimeColumns();
  #lagTimes = new LagColumns();
  #lags = 0;
  /** Item times in one lag, and the items with any. */
  #inLagUs: Float64Array = noFloat64;
  #inLag: Uint32Array = noUint32;

  /**
   * @param runs others don't count
   * @param origins see `FileTree`
   */
  constructor(model: SessionModel, isOfFile: (origin: CodeOrigin) => boolean, runs: RunRange, origins: CodeOrigin[]) {
    this.#model = model;
    this.#runs = runs;
    this.#tree = new FileTree(model, isOfFile, origins);
  }

  add(run: number, node: number, us: number, busyUs: number, blockedUs: number, readyUs: number): void {
    this.#addTo(this.#times, run, node, us, busyUs, blockedUs, readyUs);
  }

  addAll(run: number, sums: StackSums): void {
    sums.visit((node, us, busyUs, blockedUs, readyUs) => this.add(run, node, us, busyUs, blockedUs, readyUs));
  }

  /** Adds finished lags after the ones already known. */
  settleLags(lags: readonly LagStacks[], count: number): void {
    if (count < this.#lags) {
      this.#lagTimes = new LagColumns();
      this.#lags = 0;
    }
    for (; this.#lags < count; this.#lags++) this.#addLag(this.#lagTimes, lags[this.#lags]);
  }

  /** Includes stacks and lags that may still change. */
  heat(open: readonly RunStack[], lags: readonly LagStacks[]): FileHeat {
    const times = this.#times.copy();
    for (const { run, node, us, busyUs, blockedUs, readyUs } of open) this.#addTo(times, run, node, us, busyUs, blockedUs, readyUs);
    const lagTimes = lags.length > this.#lags ? this.#lagTimes.copy() : this.#lagTimes;
    for (let at = this.#lags; at < lags.length; at++) this.#addLag(lagTimes, lags[at]);
    lagTimes.reach(this.#tree.lines.length - 1);
    return this.#read(this.#byItem(times), lagTimes);
  }

  /** Callers of a line (from 1) or function, longest first; recursion counts for the outermost call. */
  callers(of: number | FileFunction, visit: (take: (run: number, node: number, us: number) => void) => void): readonly CallerCost[] {
    const tree = this.#tree;
    const isWanted = tree.lines.map((line, item) => {
      if (typeof of === 'number') return line === of;
      return tree.functions[item]?.class === of.class && tree.functions[item]?.method === of.method;
    });
    const { nodes } = this.#model;
    const byFrame = new Map<number, { node: number; totalUs: number }>();
    visit((run, node, us) => {
      if (!this.#counts(run)) return;
      let found = 0;
      for (let row = tree.topOf(this.#model.shownNode(run, node)); row !== 0; row = uint32At(tree.caller, row)) {
        if ([tree.line[row], tree.function[row], tree.call[row]].some((item) => isWanted[item ?? -1] === true)) found = row;
      }
      if (found === 0) return;
      const caller = uint32At(nodes.parent, uint32At(tree.node, found));
      const key = uint32At(nodes.method, caller) * 2 ** 32 + uint32At(nodes.line, caller);
      const sum = byFrame.get(key) ?? { node: caller, totalUs: 0 };
      sum.totalUs += us;
      byFrame.set(key, sum);
    });
    return [...byFrame.values()].sort((a, b) => b.totalUs - a.totalUs);
  }

  /** The lag in which a line (from 1) took most time. */
  worstLag(line: number, lags: readonly LagStacks[]): LineLag | undefined {
    let worst: LineLag | undefined;
    for (const stacks of lags.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
      // A line takes no longer than its lag.
      if (worst !== undefined && worst.us >= lengthOf(stacks)) break;
      const us = this.#timeIn(line, stacks);
      if (us > (worst?.us ?? 0)) worst = { lag: stacks.lag, us };
    }
    return worst;
  }

  #timeIn(line: number, { lag, nodes, us }: LagStacks): number {
    if (!this.#counts(lag.run)) return 0;
    const tree = this.#tree;
    let sum = 0;
    for (let at = 0; at < nodes.length; at++) {
      let row = tree.topOf(this.#model.shownNode(lag.run, uint32At(nodes, at)));
      while (row !== 0 && tree.lines[tree.line[row] ?? -1] !== line && tree.lines[tree.call[row] ?? -1] !== line)
        row = uint32At(tree.caller, row);
      if (row !== 0) sum += float64At(us, at);
    }
    return sum;
  }

  #counts(run: number): boolean {
    return run >= this.#runs.from && run < this.#runs.to;
  }

  #addTo(times: TimeColumns, run: number, node: number, us: number, busyUs: number, blockedUs: number, readyUs: number): void {
    if (!this.#counts(run)) return;
    this.visited++;
    const shown = this.#model.shownNode(run, node);
    const row = this.#tree.topOf(shown);
    if (row !== 0) times.add(row, us, this.#tree.isHere(shown), busyUs, blockedUs, readyUs);
  }

  #addLag(lagTimes: LagColumns, stacks: LagStacks | undefined): void {
    if (stacks === undefined || !this.#counts(stacks.lag.run)) return;
    const { lag, nodes, us } = stacks;
    const tree = this.#tree;
    let count = 0;
    const take = (item: number, lasted: number): void => {
      if (item >= this.#inLagUs.length) this.#growLag(item);
      if (this.#inLagUs[item] === 0) this.#inLag[count++] = item;
      this.#inLagUs[item] = float64At(this.#inLagUs, item) + lasted;
    };
    for (let at = 0; at < nodes.length; at++) {
      this.visited++;
      const lasted = float64At(us, at);
      for (let row = tree.topOf(this.#model.shownNode(lag.run, uint32At(nodes, at))); row !== 0; row = uint32At(tree.caller, row)) {
        const first = uint8At(tree.first, row);
        if ((first & firstOf.line) !== 0) take(int32At(tree.line, row), lasted);
        if ((first & firstOf.function) !== 0) take(int32At(tree.function, row), lasted);
        if ((first & firstOf.call) !== 0) take(int32At(tree.call, row), lasted);
      }
    }
    for (let at = 0; at < count; at++) {
      const item = uint32At(this.#inLag, at);
      lagTimes.add(item, float64At(this.#inLagUs, item));
      this.#inLagUs[item] = 0;
    }
  }

  #growLag(item: number): void {
    this.#inLagUs = withRow(this.#inLagUs, item);
    this.#inLag = withRow(this.#inLag, item);
  }

  /** Times by item. Callers precede callees, so from the last row on each is complete. */
  #byItem(times: TimeColumns): TimeColumns {
    const tree = this.#tree;
    times.reach(tree.length);
    const { selfUs, us, busyUs, blockedUs, readyUs } = times;
    const items = new TimeColumns();
    if (tree.lines.length > 0) items.reach(tree.lines.length - 1);
    const addSelf = (item: number, row: number): void => {
      if (item >= 0) items.selfUs[item] = float64At(items.selfUs, item) + float64At(selfUs, row);
    };
    const addTotal = (item: number, row: number): void => {
      items.us[item] = float64At(items.us, item) + float64At(us, row);
      items.busyUs[item] = float64At(items.busyUs, item) + float64At(busyUs, row);
      items.blockedUs[item] = float64At(items.blockedUs, item) + float64At(blockedUs, row);
      items.readyUs[item] = float64At(items.readyUs, item) + float64At(readyUs, row);
    };
    for (let row = tree.length - 1; row > 0; row--) {
      if (us[row] === 0) continue;
      const first = uint8At(tree.first, row);
      if ((first & firstOf.line) !== 0) addTotal(int32At(tree.line, row), row);
      if ((first & firstOf.function) !== 0) addTotal(int32At(tree.function, row), row);
      if ((first & firstOf.call) !== 0) addTotal(int32At(tree.call, row), row);
      if (float64At(selfUs, row) > 0) {
        addSelf(int32At(tree.line, row), row);
        addSelf(int32At(tree.function, row), row);
      }
      const caller = uint32At(tree.caller, row);
      for (const column of [us, busyUs, blockedUs, readyUs]) column[caller] = float64At(column, caller) + float64At(column, row);
    }
    return items;
  }

  #read({ selfUs, us, busyUs, blockedUs, readyUs }: TimeColumns, { lags, lagUs, worstUs }: LagColumns): FileHeat {
    const tree = this.#tree;
    const { least, most } = this.#functionLines();
    const heat: { readonly lines: LineCost[]; readonly functions: FunctionCost[] } = { lines: [], functions: [] };
    for (let item = 0; item < tree.lines.length; item++) {
      const totalUs = float64At(us, item);
      if (totalUs === 0) continue;
      const cost: Cost = {
        selfUs: float64At(selfUs, item),
        totalUs,
        busyUs: float64At(busyUs, item),
        blockedUs: float64At(blockedUs, item),
        readyUs: float64At(readyUs, item),
        lags: uint32At(lags, item),
        lagUs: float64At(lagUs, item),
        worstUs: float64At(worstUs, item),
      };
      const named = tree.functions[item];
      if (named === undefined) heat.lines.push({ line: numberAt(tree.lines, item), ...cost });
      else heat.functions.push({ ...named, ...cost, leastLine: uint32At(least, item), mostLine: uint32At(most, item) });
    }
    heat.lines.sort((a, b) => a.line - b.line);
    heat.functions.sort((a, b) => a.leastLine - b.leastLine || b.totalUs - a.totalUs);
    return heat;
  }

  /** First and last line seen, by item. Inlined lines belong to another function. */
  #functionLines(): { readonly least: Uint32Array; readonly most: Uint32Array } {
    const tree = this.#tree;
    const least = new Uint32Array(tree.lines.length);
    const most = new Uint32Array(tree.lines.length);
    for (let row = 1; row < tree.length; row++) {
      const named = int32At(tree.function, row);
      const call = int32At(tree.call, row);
      const item = call >= 0 ? call : int32At(tree.line, row);
      if (named < 0 || item < 0) continue;
      const at = numberAt(tree.lines, item);
      if (at === 0) continue;
      if (least[named] === 0 || at < uint32At(least, named)) least[named] = at;
      if (at > uint32At(most, named)) most[named] = at;
    }
    return { least, most };
  }
}

function lengthOf({ lag }: LagStacks): number {
  return lag.endUs - lag.beginUs;
}
