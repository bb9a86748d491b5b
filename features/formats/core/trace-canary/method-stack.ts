import type { WeightedStack } from '../field/field-report.ts';

/** One line of the `stack` field: `depth,methodId,count,cost` (MethodItem.java); milliseconds with its callees. */
interface Item {
  readonly depth: number;
  readonly id: number;
  readonly count: number;
  readonly costMs: number;
}

interface Open extends Item {
  readonly stack: number;
  /** Time of its callees. */
  insideMs: number;
}

export interface MethodStacks {
  /** Weights in milliseconds. */
  readonly stacks: readonly WeightedStack[];
  /** Time of the outermost calls. */
  readonly costMs: number;
  /** Several calls are one line. */
  readonly hasMerged: boolean;
  readonly unread: number;
}

/** Lines beyond it are no stack of Matrix, which keeps 30. */
const MOST_ITEMS = 10_000;

/**
 * Lines are in the order of calls, callers first, so each call's own time follows its callees'. Trimmed callers leave holes in depths.
 * @param stackOf the stack of a method below its caller's
 */
export function methodStacks(text: string, stackOf: (parent: number, id: number) => number): MethodStacks {
  const stacks: WeightedStack[] = [];
  const open: Open[] = [];
  let costMs = 0;
  let hasMerged = false;
  let unread = 0;
  const close = (depth: number): void => {
    while ((open.at(-1)?.depth ?? -1) >= depth) {
      const done = open.pop();
      const ownMs = done === undefined ? 0 : done.costMs - done.insideMs;
      if (done !== undefined && ownMs > 0) stacks.push({ stack: done.stack, weight: ownMs });
    }
  };
  let items = 0;
  for (const line of text.split('\n')) {
    const item = items++ < MOST_ITEMS ? itemOf(line) : undefined;
    if (item === undefined) {
      if (line.trim() !== '') unread++;
      continue;
    }
    close(item.depth);
    const caller = open.at(-1);
    if (caller === undefined) costMs += item.costMs;
    else caller.insideMs += item.costMs;
    hasMerged ||= item.count > 1;
    open.push({ ...item, stack: stackOf(caller?.stack ?? 0, item.id), insideMs: 0 });
  }
  close(0);
  return { stacks, costMs, hasMerged, unread };
}

function itemOf(line: string): Item | undefined {
  const [, depth, id, count, cost] = /^\s*(\d{1,6}),(\d{1,7}),(\d{1,9}),(\d{1,9})\s*$/.exec(line) ?? [];
  if (depth === undefined) return undefined;
  return { depth: Number(depth), id: Number(id), count: Number(count), costMs: Number(cost) };
}
