import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Stutter } from '../display-frames/stutters.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import type { FrameRef } from '../frames/frame.ts';
import { culpritOf, LEAST_SHARE } from '../lags/culprit.ts';
import { causeFrame, type MethodWork, type StackTime, stackTimesByState, timeByMethod } from './facts/time-use.ts';

/** Main during a stutter. */
export interface StutterWork {
  /** Main's work and waits in it, in microseconds; the rest of the stutter it waited for messages. */
  readonly takenUs: number;
  /** Without a core. */
  readonly readyUs: number;
  /** The app's methods that took `LEAST_SHARE` of the stutter, most time first; else the culprit alone. */
  readonly ran: readonly MethodWork[];
}

/** Undefined without a main thread. */
export function stutterWork(model: SessionModel, stutter: Stutter, app: AppMethods): StutterWork | undefined {
  const stacks = stacksOf(model, stutter);
  if (stacks === undefined) return undefined;
  const leastUs = LEAST_SHARE * (stutter.endUs - stutter.beginUs);
  const long = timeByMethod(model, stacks, app, ownUs).filter(({ us }) => us >= leastUs);
  return {
    takenUs: stacks.reduce((sum, { us }) => sum + us, 0),
    readyUs: stacks.reduce((sum, { readyUs }) => sum + readyUs, 0),
    ran: long.length > 0 ? long : blamedWork(model, stutter, app).map(({ frame, us }) => ({ frame, us, frameUs: us })),
  };
}

/** Main's culprit meanwhile: frames are late for more reasons than main, so it takes its share of the stutter, not of main's work. */
export function stutterCulprit(model: SessionModel, stutter: Stutter, app: AppMethods): FrameRef | undefined {
  return blamedWork(model, stutter, app)[0]?.culprit;
}

/** None or one. */
function blamedWork(model: SessionModel, stutter: Stutter, app: AppMethods) {
  const main = mainOf(model, stutter);
  const culprit = main && culpritOf(model, main, stutter.beginUs, stutter.endUs, app);
  if (culprit === undefined) return [];
  const method = uint32At(model.nodes.method, culprit.node);
  const us = (stacksOf(model, stutter) ?? []).reduce((sum, stack) => (calls(model, stack.node, method) ? sum + ownUs(stack) : sum), 0);
  return us >= LEAST_SHARE * (stutter.endUs - stutter.beginUs) ? [{ culprit, frame: causeFrame(model, culprit.node), us }] : [];
}

/** Work and waits of a function, which is not to blame for a lack of cores. */
function ownUs({ us, readyUs }: StackTime): number {
  return us - readyUs;
}

function mainOf(model: SessionModel, { run }: Stutter) {
  return model.runs[run]?.threads.find((thread) => thread.isMain);
}

function stacksOf(model: SessionModel, stutter: Stutter): readonly StackTime[] | undefined {
  const main = mainOf(model, stutter);
  return main && stackTimesByState(model, main, stutter);
}

function calls({ nodes }: SessionModel, top: number, method: number): boolean {
  let node = top;
  while (node !== 0 && nodes.method[node] !== method) node = uint32At(nodes.parent, node);
  return node !== 0;
}
