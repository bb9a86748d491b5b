import { uint32At } from '../../../columns/at.ts';
import type { TimeRange } from '../../../columns/time-range.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Thread } from '../../../session/model/thread.ts';
import type { AppMethods } from '../../frames/app-methods.ts';
import { frameOf } from '../../frames/frame.ts';
import { visitWork } from '../../threads/work-time.ts';
import type { CauseFrame } from './cause.ts';

/** Time of one stack in one thread state. */
export interface StackTime {
  /** Row of `model.nodes`, with symbols. */
  readonly node: number;
  /** One of `threadState`. */
  readonly state: number;
  us: number;
  busyUs: number;
  /** Off CPU with a known wait. */
  blockedUs: number;
  /** Without a core. */
  readyUs: number;
}

/** A thread's stacks in a range, without waits for messages. */
export function stackTimesByState(model: SessionModel, thread: Thread, { beginUs, endUs }: TimeRange): readonly StackTime[] {
  const times = new Map<number, StackTime>();
  visitWork(model, thread, beginUs, endUs, ({ node: agentNode, us, busyShare, blockedShare, readyShare, row }) => {
    const node = model.shownNode(thread.run, agentNode);
    const state = thread.samples.stateAt(row);
    const key = node * STATES + state;
    const known = times.get(key) ?? { node, state, us: 0, busyUs: 0, blockedUs: 0, readyUs: 0 };
    known.us += us;
    known.busyUs += us * busyShare;
    known.blockedUs += us * blockedShare;
    known.readyUs += us * readyShare;
    times.set(key, known);
  });
  return [...times.values()];
}

/** More than the protocol has. */
const STATES = 16;

/** Time of one kind in one method. */
export interface MethodWork {
  us: number;
  /** Its line with the most of it. */
  frame: CauseFrame;
  frameUs: number;
}

/** By the innermost method of the app, the most time first. @param timeOf the part of a stack's time that counts */
export function timeByMethod(
  model: SessionModel,
  stacks: readonly StackTime[],
  app: AppMethods,
  timeOf: (stack: StackTime) => number,
): readonly MethodWork[] {
  const lines = new Map<number, { readonly frame: CauseFrame; us: number }>();
  for (const stack of stacks) {
    const us = timeOf(stack);
    const frame = us > 0 ? appFrame(model, stack.node, app) : undefined;
    if (frame === undefined) continue;
    const line = lines.get(frame.node) ?? { frame, us: 0 };
    line.us += us;
    lines.set(frame.node, line);
  }
  const methods = new Map<number, MethodWork>();
  for (const { frame, us } of lines.values()) {
    const method = uint32At(model.nodes.method, frame.node);
    const known = methods.get(method) ?? { us: 0, frame, frameUs: 0 };
    known.us += us;
    if (us > known.frameUs) Object.assign(known, { frame, frameUs: us });
    methods.set(method, known);
  }
  return [...methods.values()].sort((a, b) => b.us - a.us);
}

/** The innermost app frame of a stack, else its innermost frame; undefined for an empty stack. */
export function appFrame(model: SessionModel, top: number, app: AppMethods): CauseFrame | undefined {
  return top === 0 ? undefined : causeFrame(model, appFrameNode(model, top, app));
}

/** The same as a row of `model.nodes`, 0 for an empty stack. */
export function appFrameNode(model: SessionModel, top: number, app: AppMethods): number {
  let node = top;
  while (node !== 0 && !app.has(uint32At(model.nodes.method, node))) node = uint32At(model.nodes.parent, node);
  return node === 0 ? top : node;
}

export function causeFrame(model: SessionModel, node: number): CauseFrame {
  const { label, sourceFile, line } = frameOf(model, node);
  return { kind: 'frame', node, label, file: sourceFile, line };
}
