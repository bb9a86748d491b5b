import type { SessionModel } from '../session/model.ts';
import { type Cost, CostColumns } from './cost-columns.ts';
import { type CodeOrigin, type FileFunction, FilePlaces } from './file-places.ts';
import type { LagStacks } from './lag-stacks.ts';
import type { StackSums } from './stack-sums.ts';

export interface LineCost extends Cost {
  /** From 1, as it was recorded. */
  readonly line: number;
}

export interface FunctionCost extends Cost, FileFunction {
  /** First and last line that was seen in it, 0 when none was. */
  readonly leastLine: number;
  readonly mostLine: number;
}

/** What called a line or a function. */
export interface CallerCost {
  /** Row of `model.nodes`, 0 when it was the outermost. */
  readonly node: number;
  readonly totalUs: number;
}

/** Stacks of a stretch of time, by run, as they were sent. */
export interface RunStack {
  readonly run: number;
  readonly node: number;
  readonly us: number;
  readonly busyUs: number;
  readonly blockedUs: number;
}

/** All costs of one file; the functions by their first line. */
export interface FileHeat {
  readonly lines: readonly LineCost[];
  readonly functions: readonly FunctionCost[];
}

/**
 * What lines and functions of one source file took, of the stacks and lags that it is given. What is settled is added once; what may
 * still change is added to a copy for each answer.
 */
export class FileCosts {
  /** How many stacks were looked at so far: what it took to answer. */
  visited = 0;
  readonly #model: SessionModel;
  readonly #places: FilePlaces;
  readonly #settled = new CostColumns();
  readonly #stamps: number[] = [];
  #stamp = 0;
  #lags = 0;

  constructor(model: SessionModel, isHere: (origin: CodeOrigin) => boolean) {
    this.#model = model;
    this.#places = new FilePlaces(model, isHere);
  }

  /** A stack was seen for this long, and that will not change. */
  add(run: number, node: number, us: number, busyUs: number, blockedUs: number): void {
    this.#addTo(this.#settled, run, node, us, busyUs, blockedUs);
  }

  addAll(run: number, sums: StackSums): void {
    sums.visit((node, us, busyUs, blockedUs) => this.add(run, node, us, busyUs, blockedUs));
  }

  /** Takes lags that are over, those that it knows already being at the begin. */
  settleLags(lags: readonly LagStacks[], count: number): void {
    if (count < this.#lags) {
      this.#settled.forgetLags();
      this.#lags = 0;
    }
    for (; this.#lags < count; this.#lags++) this.#addLag(this.#settled, lags[this.#lags]);
  }

  /** The costs, with stacks and lags that may still change. */
  heat(open: readonly RunStack[], lags: readonly LagStacks[]): FileHeat {
    const costs = open.length > 0 || lags.length > this.#lags ? this.#settled.copy() : this.#settled;
    for (const { run, node, us, busyUs, blockedUs } of open) this.#addTo(costs, run, node, us, busyUs, blockedUs);
    for (const each of lags.slice(this.#lags)) this.#addLag(costs, each);
    return this.#read(costs);
  }

  /** Callers of a line (from 1) or function of the file, the longest first; recursion counts for the outermost one. */
  callers(of: number | FileFunction, visit: (take: (run: number, node: number, us: number) => void) => void): readonly CallerCost[] {
    const places = this.#places;
    const { lines, functions, items } = places;
    const isWanted = lines.map((line, item) =>
      typeof of === 'number' ? line === of : functions[item]?.class === of.class && functions[item]?.method === of.method,
    );
    const isPlace = items.map((each) => each.some((item) => isWanted[item] === true));
    const { nodes } = this.#model;
    const byFrame = new Map<number, { node: number; totalUs: number }>();
    visit((run, node, us) => {
      let found = 0;
      for (let at = this.#innermost(run, node); at !== 0; at = places.above[at] ?? 0) {
        if (isPlace[places.place[at] ?? 0] === true) found = places.outermost[at] ?? at;
      }
      if (found === 0) return;
      const caller = nodes.parent[found] ?? 0;
      const key = (nodes.method[caller] ?? 0) * 2 ** 32 + (nodes.line[caller] ?? 0);
      const sum = byFrame.get(key) ?? { node: caller, totalUs: 0 };
      sum.totalUs += us;
      byFrame.set(key, sum);
    });
    return [...byFrame.values()].sort((a, b) => b.totalUs - a.totalUs);
  }

  #innermost(run: number, node: number): number {
    const shown = this.#model.shownNode(run, node);
    // Names make new nodes while they are asked for.
    if (shown >= this.#places.length) this.#places.update();
    return this.#places.innermost[shown] ?? 0;
  }

  #addTo(costs: CostColumns, run: number, node: number, us: number, busyUs: number, blockedUs: number): void {
    this.visited++;
    const first = this.#innermost(run, node);
    const isLeaf = first !== 0 && first === this.#model.shownNode(run, node);
    this.#onStack(first, (item, isSelf) => costs.add(item, us, isLeaf && isSelf, busyUs, blockedUs));
  }

  #addLag(costs: CostColumns, stacks: LagStacks | undefined): void {
    if (stacks === undefined) return;
    const { lag, nodes, us } = stacks;
    const sums = new Map<number, number>();
    for (let at = 0; at < nodes.length; at++) {
      this.visited++;
      const lasted = us[at] ?? 0;
      this.#onStack(this.#innermost(lag.run, nodes[at] ?? 0), (item) => sums.set(item, (sums.get(item) ?? 0) + lasted));
    }
    for (const [item, sum] of sums) costs.addLag(item, sum);
  }

  /** Each item on the stack above a node of the file, once. `isSelf`: of the first node, and not the line of its inlined code's call. */
  #onStack(first: number, take: (item: number, isSelf: boolean) => void): void {
    const { above, place, items } = this.#places;
    const stamp = ++this.#stamp;
    for (let at = first; at !== 0; at = above[at] ?? 0) {
      const here = items[place[at] ?? 0] ?? [];
      for (let index = 0; index < here.length; index++) {
        const item = here[index] ?? -1;
        if (item < 0 || this.#stamps[item] === stamp) continue;
        this.#stamps[item] = stamp;
        take(item, at === first && (index !== 1 || here.length < 3));
      }
    }
  }

  #read(costs: CostColumns): FileHeat {
    const { lines, functions } = this.#places;
    const spans = this.#functionLines();
    const heat: { readonly lines: LineCost[]; readonly functions: FunctionCost[] } = { lines: [], functions: [] };
    for (let item = 0; item < lines.length; item++) {
      const cost = costs.at(item);
      if (cost.totalUs === 0) continue;
      const named = functions[item];
      if (named === undefined) heat.lines.push({ line: lines[item] ?? 0, ...cost });
      else heat.functions.push({ ...named, ...cost, ...(spans.get(item) ?? { leastLine: 0, mostLine: 0 }) });
    }
    heat.lines.sort((a, b) => a.line - b.line);
    heat.functions.sort((a, b) => a.leastLine - b.leastLine || b.totalUs - a.totalUs);
    return heat;
  }

  /** First and last line of each function that was seen, by item. */
  #functionLines(): ReadonlyMap<number, { readonly leastLine: number; readonly mostLine: number }> {
    const spans = new Map<number, { leastLine: number; mostLine: number }>();
    for (const items of this.#places.items) {
      const [line, named] = items.slice(-2);
      const at = this.#places.lines[line ?? -1] ?? 0;
      if (named === undefined || named < 0 || at === 0) continue;
      const span = spans.get(named);
      if (span === undefined) spans.set(named, { leastLine: at, mostLine: at });
      else Object.assign(span, { leastLine: Math.min(span.leastLine, at), mostLine: Math.max(span.mostLine, at) });
    }
    return spans;
  }
}
