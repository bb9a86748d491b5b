import { uint32At } from '../../columns/at.ts';
import { ON_CPU_SHARE } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { NodeTable } from '../../session/names/node-table.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import { rowBusyShare } from '../threads/busy-time.ts';
import { visitSpans } from '../threads/spans.ts';

/** Rows of `model.nodes` with times, without waits for messages. */
export function stackTimes(model: SessionModel, thread: Thread, beginUs: number, endUs: number): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  visitSpans(model, thread, beginUs, endUs, ({ row, node, beginUs: spanBeginUs, endUs: spanEndUs, waits }) => {
    if (waits && (rowBusyShare(thread, row) ?? 0) < ON_CPU_SHARE) return;
    times.set(node, (times.get(node) ?? 0) + spanEndUs - spanBeginUs);
  });
  return times;
}

/**
 * Role of the app's outermost frames on main (`main` and its direct callees) that call frameworks: work (`counts`), callers of the run
 * loop, never at fault (`runsLoop`), or work except `main` itself, before the run loop runs (`starts`).
 */
export type EntryFrameRule = 'counts' | 'runsLoop' | 'starts';

const LEFT = -1;

/**
 * The innermost app frame with at least half of the time, at its hottest line (row of `model.nodes`), or 0. Follows the heaviest method
 * inwards, over all its lines. Callers of the looper don't count, nor do outermost frames excluded by `entry`.
 */
export function dominantFrame(frames: TimedFrames, app: AppMethods, entry: EntryFrameRule): number {
  const { nodes } = frames;
  let found = 0;
  let entryFrames = entry === 'counts' ? LEFT : 0;
  let callers: readonly number[] = [0];
  for (let depth = 1; ; depth++) {
    const callees = frames.below(callers, depth);
    const { key: method, us } = heaviest(callees, (node) => uint32At(nodes.method, node), frames);
    if (method === undefined || us * 2 < frames.allUs) break;
    callers = callees.filter((node) => nodes.method[node] === method);
    const isApp = app.has(method);
    if (app.isLoop(method)) found = 0;
    else if (isApp) found = hottestLine(callers, nodes.line, frames);
    if (isApp && entryFrames !== LEFT) entryFrames++;
    else if (entryFrames > 0 && entryFrames !== LEFT) {
      if (app.isRunLoopCode(method) && (entry === 'runsLoop' || entryFrames === 1)) found = 0;
      entryFrames = LEFT;
    }
  }
  return found;
}

/** Frames of some stacks with their total times. */
export class TimedFrames {
  allUs = 0;
  readonly nodes: NodeTable;
  readonly #us = new Map<number, number>();
  /** Indexed by depth, 1 for the outermost. */
  readonly #byDepth: number[][] = [];

  /** @param times by row of `nodes` */
  constructor(nodes: NodeTable, times: ReadonlyMap<number, number>) {
    this.nodes = nodes;
    for (const [node, us] of times) {
      this.allUs += us;
      this.#add(node, us);
    }
    // From the innermost depth outwards, so that callees are complete.
    for (let depth = this.#byDepth.length - 1; depth > 1; depth--) {
      for (const node of this.#byDepth[depth] ?? []) this.#add(uint32At(nodes.parent, node), this.usOf(node));
    }
  }

  usOf(node: number): number {
    return this.#us.get(node) ?? 0;
  }

  below(callers: readonly number[], depth: number): readonly number[] {
    const { parent } = this.nodes;
    const wanted = new Set(callers);
    return (this.#byDepth[depth] ?? []).filter((node) => wanted.has(uint32At(parent, node)));
  }

  #add(node: number, us: number): void {
    if (node === 0) return;
    const before = this.#us.get(node);
    this.#us.set(node, (before ?? 0) + us);
    if (before !== undefined) return;
    const depth = uint32At(this.nodes.depth, node);
    while (this.#byDepth.length <= depth) this.#byDepth.push([]);
    this.#byDepth[depth]?.push(node);
  }
}

/** Row of `model.nodes`; an unknown line only if all are. */
function hottestLine(nodes: readonly number[], lines: Uint32Array, frames: TimedFrames): number {
  const placed = nodes.filter((node) => uint32At(lines, node) > 0);
  return heaviest(placed.length > 0 ? placed : nodes, (node) => node, frames).key ?? 0;
}

function heaviest(
  nodes: readonly number[],
  keyOf: (node: number) => number,
  frames: TimedFrames,
): { readonly key: number | undefined; readonly us: number } {
  const sums = new Map<number, number>();
  for (const node of nodes) {
    const key = keyOf(node);
    sums.set(key, (sums.get(key) ?? 0) + frames.usOf(node));
  }
  let best: number | undefined;
  let bestUs = 0;
  for (const [key, us] of sums) {
    if (us < bestUs || (us === bestUs && key > (best ?? 0))) continue;
    best = key;
    bestUs = us;
  }
  return { key: best, us: bestUs };
}
