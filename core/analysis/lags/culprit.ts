import { float64At, uint8At, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { type CallTree, callTree } from '../calls/call-tree.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import type { FrameRef } from '../frames/frame.ts';
import { callSiteOf, frameOf } from '../frames/frame.ts';
import { dominantFrame, type EntryFrameRule, stackTimes, TimedFrames } from './dominant-frame.ts';

/** Below this share of a lag or stutter, a method did not cause it (docs/causes.md). */
export const LEAST_SHARE = 0.15;

/**
 * The innermost app frame with at least half of a range, at its hottest line. Otherwise (a storm of different messages) methods are summed
 * over all stacks, and half of the heaviest one's time is enough. So a lock is blamed on its waiter, a library's work on its caller.
 * Compilers' own methods of the app are blamed where no other frame is the app's.
 */
export function culpritOf(model: SessionModel, thread: Thread, beginUs: number, endUs: number, app: AppMethods): FrameRef | undefined {
  const frames = new TimedFrames(model.nodes, stackTimes(model, thread, beginUs, endUs));
  const entry = entryRule(model, thread, beginUs);
  let tree: CallTree | undefined;
  const blamed = (methods: AppMethods): number => {
    const dominant = dominantFrame(frames, methods, entry);
    if (dominant > 0) return dominant;
    tree ??= callTree(model, thread, beginUs, endUs);
    return commonest(tree, methods, entry);
  };
  const node = blamed(app) || blamed(app.withGenerated);
  return node > 0 ? frameRef(model, node, app) : undefined;
}

function commonest(tree: CallTree, app: AppMethods, entry: EntryFrameRule): number {
  const methodUs = new Map<number, number>();
  const runsLooper = entry === 'counts' ? callersOfLoop(tree, app) : entryFrames(tree, app, entry);
  for (let row = 1; row < tree.length; row++) {
    const method = uint32At(tree.method, row);
    if (app.has(method) && runsLooper[row] === 0 && !isBelowItself(tree, row))
      methodUs.set(method, (methodUs.get(method) ?? 0) + float64At(tree.totalUs, row));
  }
  let heaviestUs = 0;
  for (const us of methodUs.values()) heaviestUs = Math.max(heaviestUs, us);
  if (heaviestUs === 0 || heaviestUs < LEAST_SHARE * float64At(tree.totalUs, 0)) return 0;
  const heavy = new Set([...methodUs].filter(([, us]) => us * 2 >= heaviestUs).map(([method]) => method));
  return uint32At(tree.node, heaviestOfDeepest(tree, heavy));
}

/** The innermost of some methods, at its heaviest place. */
function heaviestOfDeepest(tree: CallTree, methods: ReadonlySet<number>): number {
  const callers = new Set<number>();
  for (let row = 1; row < tree.length; row++) {
    if (!methods.has(uint32At(tree.method, row))) continue;
    const caller = nearest(tree, uint32At(tree.parent, row), methods);
    if (caller > 0 && tree.method[caller] !== tree.method[row]) callers.add(uint32At(tree.method, caller));
  }
  const last = [...methods].filter((method) => !callers.has(method));
  const wanted = new Set(last.length > 0 ? last : methods);
  let best = 0;
  for (let row = 1; row < tree.length; row++) {
    if (wanted.has(uint32At(tree.method, row)) && (best === 0 || float64At(tree.totalUs, row) > float64At(tree.totalUs, best))) best = row;
  }
  return best;
}

function nearest(tree: CallTree, from: number, methods: ReadonlySet<number>): number {
  let row = from;
  while (row > 0 && !methods.has(uint32At(tree.method, row))) row = uint32At(tree.parent, row);
  return row;
}

/** 1 for rows below which the looper loops. */
function callersOfLoop(tree: CallTree, app: AppMethods): Uint8Array {
  const runsLooper = new Uint8Array(tree.length);
  for (let row = tree.length - 1; row > 0; row--) {
    if (runsLooper[row] === 1 || app.isLoop(uint32At(tree.method, row))) runsLooper[uint32At(tree.parent, row)] = 1;
  }
  return runsLooper;
}

function entryRule(model: SessionModel, { isMain, run, messages }: Thread, beginUs: number): EntryFrameRule {
  if (!isMain || model.runs[run]?.isApple !== true) return 'counts';
  return messages.length > 0 && beginUs >= float64At(messages.beginUs, 0) ? 'runsLoop' : 'starts';
}

/** 1 for the app's outermost frames that call the frameworks around the run loop (`EntryFrameRule`). */
function entryFrames(tree: CallTree, app: AppMethods, entry: EntryFrameRule): Uint8Array {
  const isEntry = new Uint8Array(tree.length);
  const callsLoop = new Uint8Array(tree.length);
  // 0 above the app's first frame, 255 below the last.
  const place = new Uint8Array(tree.length);
  for (let row = 1; row < tree.length; row++) {
    const above = uint8At(place, uint32At(tree.parent, row));
    const isApp = app.has(uint32At(tree.method, row));
    place[row] = above === 255 || (above > 0 && !isApp) ? 255 : isApp ? Math.min(above + 1, 254) : 0;
  }
  for (let row = tree.length - 1; row > 0; row--) {
    const parent = uint32At(tree.parent, row);
    const isFirstBelow = place[row] === 255 && place[parent] !== 255;
    if (callsLoop[row] === 1 || (isFirstBelow && app.isRunLoopCode(uint32At(tree.method, row)))) callsLoop[parent] = 1;
    const at = uint8At(place, row);
    if (at > 0 && at < 255 && callsLoop[row] === 1 && (entry === 'runsLoop' || at === 1)) isEntry[row] = 1;
  }
  return isEntry;
}

function isBelowItself(tree: CallTree, row: number): boolean {
  const method = tree.method[row];
  for (let above = uint32At(tree.parent, row); above > 0; above = uint32At(tree.parent, above))
    if (tree.method[above] === method) return true;
  return false;
}

/** Code inlined from a library is blamed on its caller's line. */
function frameRef(model: SessionModel, node: number, app: AppMethods): FrameRef {
  const frame = frameOf(model, node);
  const isForeign = frame.inlined !== undefined && frame.inlined.class !== '' && !app.isAppClass(frame.inlined.class);
  const { class: className, method, sourceFile, line } = isForeign ? callSiteOf(frame) : frame;
  return { node, class: className, method, sourceFile, line };
}
