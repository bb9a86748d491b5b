import type { SessionModel } from '../session/model.ts';
import { ON_CPU_SHARE } from '../session/sample-columns.ts';
import type { Thread } from '../session/thread.ts';
import type { AppMethods } from './app-methods.ts';
import { rowBusyShare } from './busy-time.ts';
import { visitSpans } from './spans.ts';

/** Stacks of a stretch of a thread (rows of `model.nodes`) with the time of each; waiting for messages is left out. */
export function stackTimes(model: SessionModel, thread: Thread, beginUs: number, endUs: number): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  visitSpans(model, thread, beginUs, endUs, ({ row, node, beginUs: fromUs, endUs: toUs, waits }) => {
    if (waits && (rowBusyShare(thread, row) ?? 0) < ON_CPU_SHARE) return;
    times.set(node, (times.get(node) ?? 0) + toUs - fromUs);
  });
  return times;
}

/**
 * What the app's outermost frames on main are, `main` and what it calls at once, when they call into the frameworks around it: at work (`counts`),
 * callers of the run loop, which runs as long as the app and is nobody's fault (`runsLoop`), or, before the run loop runs, at
 * work but for `main` itself (`starts`).
 */
export type EntryRule = 'counts' | 'runsLoop' | 'starts';

const LEFT = -1;

/** A stack from its outermost frame on, and its time. */
interface Stack {
  readonly frames: Uint32Array;
  readonly us: number;
}

/**
 * The innermost frame of the app that at least half of the time passed through, by its hottest line: a row of `model.nodes`,
 * 0 when there is none. Follows from the outermost frame on the method that most of the time went to, whatever its line. What
 * runs the looper does not count, nor, with `entry`, the app's outermost frames, which called the system's run loop.
 */
export function innermostOfHalf(model: SessionModel, times: ReadonlyMap<number, number>, app: AppMethods, entry: EntryRule): number {
  const { nodes } = model;
  let stacks: Stack[] = [];
  let allUs = 0;
  for (const [node, us] of times) {
    const frames = new Uint32Array(nodes.depth[node] ?? 0);
    for (let at = frames.length, frame = node; at > 0; frame = nodes.parent[frame] ?? 0) frames[--at] = frame;
    stacks.push({ frames, us });
    allUs += us;
  }
  let found = 0;
  let entryFrames = entry === 'counts' ? LEFT : 0;
  for (let depth = 0; stacks.length > 0; depth++) {
    const { key: method, us } = heaviest(stacks, ({ frames }) => (depth < frames.length ? nodes.method[frames[depth] ?? 0] : undefined));
    if (method === undefined || us * 2 < allUs) break;
    stacks = stacks.filter(({ frames }) => depth < frames.length && nodes.method[frames[depth] ?? 0] === method);
    const isApp = app.has(method);
    if (app.isLoop(method)) found = 0;
    else if (isApp) found = hottestLine(stacks, depth, nodes.line);
    if (isApp && entryFrames !== LEFT) entryFrames++;
    else if (entryFrames > 0 && entryFrames !== LEFT) {
      if (app.isRunLoopCode(method) && (entry === 'runsLoop' || entryFrames === 1)) found = 0;
      entryFrames = LEFT;
    }
  }
  return found;
}

/** Of one method's lines, which are rows of `model.nodes`, the one that most of the time falls to; an unknown one only where all are. */
function hottestLine(stacks: readonly Stack[], depth: number, lines: Uint32Array): number {
  const placed = stacks.filter(({ frames }) => (lines[frames[depth] ?? 0] ?? 0) > 0);
  return heaviest(placed.length > 0 ? placed : stacks, ({ frames }) => frames[depth]).key ?? 0;
}

/** The key that most of the time falls to; of equal ones the smallest. */
function heaviest(
  stacks: readonly Stack[],
  keyOf: (stack: Stack) => number | undefined,
): { readonly key: number | undefined; readonly us: number } {
  const [first] = stacks;
  const only = first && keyOf(first);
  // Mostly all stacks agree.
  if (stacks.every((stack) => keyOf(stack) === only)) return { key: only, us: stacks.reduce((sum, stack) => sum + stack.us, 0) };
  const sums = new Map<number, number>();
  for (const stack of stacks) {
    const key = keyOf(stack);
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + stack.us);
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
