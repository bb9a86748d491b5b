import type { SessionModel } from '../session/model.ts';
import type { Thread } from '../session/thread.ts';
import { type CallTree, callTree } from './call-tree.ts';
import { callSiteOf, frameOf } from './frame.ts';
import type { FrameRef } from './lag.ts';
import { dottedClass, isGeneratedClass } from './names.ts';

type IsAppClass = (dottedClass: string) => boolean;

/** A method with less than this share of a lag did not make it. */
const LEAST_SHARE = 0.15;

/**
 * The app frame to blame for a stretch of a thread: the innermost one that at least half of the time passed through, by its
 * hottest line. Where no frame has half (a storm of different messages), the methods are summed up over all stacks, and half of
 * the heaviest one's time is enough. So a lock is blamed on who waits for it, and a library's work on who called it.
 */
export function culpritOf(
  model: SessionModel,
  thread: Thread,
  beginUs: number,
  endUs: number,
  isAppClass: IsAppClass,
): FrameRef | undefined {
  const tree = callTree(model, thread, beginUs, endUs);
  const isApp = methodTest(model, isAppClass);
  const allUs = tree.totalUs[0] ?? 0;
  const row = innermost(tree, (candidate) => (tree.totalUs[candidate] ?? 0) * 2 >= allUs && isApp(tree.method[candidate] ?? 0));
  const found = row > 0 ? row : commonest(tree, isApp, allUs * LEAST_SHARE);
  return found > 0 ? frameRef(model, tree.node[found] ?? 0, isAppClass) : undefined;
}

function methodTest(model: SessionModel, isAppClass: IsAppClass): (method: number) => boolean {
  const known = new Map<number, boolean>();
  return (method) => {
    let isApp = known.get(method);
    if (isApp === undefined) {
      const name = dottedClass(model.methods[method]?.class ?? '');
      isApp = name !== '' && isAppClass(name) && !isGeneratedClass(name);
      known.set(method, isApp);
    }
    return isApp;
  };
}

/** The deepest row that fits, the longest of several; 0 when none does. */
function innermost(tree: CallTree, fits: (row: number) => boolean): number {
  let best = 0;
  for (let row = 1; row < tree.length; row++) {
    if (!fits(row)) continue;
    const deeper = (tree.depth[row] ?? 0) - (tree.depth[best] ?? 0);
    if (deeper > 0 || (deeper === 0 && (tree.totalUs[row] ?? 0) > (tree.totalUs[best] ?? 0))) best = row;
  }
  return best;
}

/** As `innermost`, of methods summed up over all stacks; recursion counts once per stack. */
function commonest(tree: CallTree, isApp: (method: number) => boolean, leastUs: number): number {
  const methodUs = new Map<number, number>();
  for (let row = 1; row < tree.length; row++) {
    const method = tree.method[row] ?? 0;
    if (isApp(method) && !isBelowItself(tree, row)) methodUs.set(method, (methodUs.get(method) ?? 0) + (tree.totalUs[row] ?? 0));
  }
  let heaviestUs = 0;
  for (const us of methodUs.values()) heaviestUs = Math.max(heaviestUs, us);
  if (heaviestUs < leastUs || heaviestUs === 0) return 0;
  const heavy = new Set([...methodUs].filter(([, us]) => us * 2 >= heaviestUs).map(([method]) => method));
  return heaviestOfDeepest(tree, heavy);
}

/** Of some methods the one that is called by the others, at its heaviest place. */
function heaviestOfDeepest(tree: CallTree, methods: ReadonlySet<number>): number {
  const callers = new Set<number>();
  for (let row = 1; row < tree.length; row++) {
    if (!methods.has(tree.method[row] ?? 0)) continue;
    const caller = nearest(tree, tree.parent[row] ?? 0, methods);
    if (caller > 0 && tree.method[caller] !== tree.method[row]) callers.add(tree.method[caller] ?? 0);
  }
  const last = [...methods].filter((method) => !callers.has(method));
  const wanted = new Set(last.length > 0 ? last : methods);
  let best = 0;
  for (let row = 1; row < tree.length; row++) {
    if (wanted.has(tree.method[row] ?? 0) && (best === 0 || (tree.totalUs[row] ?? 0) > (tree.totalUs[best] ?? 0))) best = row;
  }
  return best;
}

function nearest(tree: CallTree, from: number, methods: ReadonlySet<number>): number {
  let row = from;
  while (row > 0 && !methods.has(tree.method[row] ?? 0)) row = tree.parent[row] ?? 0;
  return row;
}

function isBelowItself(tree: CallTree, row: number): boolean {
  const method = tree.method[row];
  for (let above = tree.parent[row] ?? 0; above > 0; above = tree.parent[above] ?? 0) if (tree.method[above] === method) return true;
  return false;
}

/** The frame of a node. What was inlined from a library is blamed on the line that called it. */
function frameRef(model: SessionModel, node: number, isAppClass: IsAppClass): FrameRef {
  const frame = frameOf(model, node);
  const isForeign = frame.inlined !== undefined && frame.inlined.class !== '' && !isAppClass(frame.inlined.class);
  const { class: className, method, sourceFile, line } = isForeign ? callSiteOf(frame) : frame;
  return { node, class: className, method, sourceFile, line };
}
