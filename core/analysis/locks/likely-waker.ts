import { float64At, uint8At, uint32At } from '../../columns/at.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { waitKind } from '../../session/columns/thread-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { dottedClass, outerClass, sourceClass } from '../frames/class-names.ts';
import type { WaitEnd } from './ended-wait.ts';

/** Frames from the innermost one, as those of a callback are above the app's. */
const MOST_FRAMES = 24;

/** They wake any thread, whatever it waits for. */
const wakers: ReadonlySet<string> = new Set([
  'java.util.concurrent.locks.LockSupport.unpark',
  'jdk.internal.misc.Unsafe.unpark',
  'sun.misc.Unsafe.unpark',
]);
const notifiers: ReadonlySet<string> = new Set(['java.lang.Object.notify', 'java.lang.Object.notifyAll']);
/** Methods of `java.util.concurrent` that wake threads waiting for an object of their class. */
const releases: ReadonlySet<string> = new Set([
  'countDown',
  'release',
  'signal',
  'signalAll',
  'unlock',
  'set',
  'setException',
  'finishCompletion',
  'complete',
  'completeExceptionally',
  'postComplete',
  'cancel',
  'put',
  'offer',
  'add',
  'transfer',
  'arrive',
]);

/** The only thread that ran a frame that wakes others, within one interval of the wait's end; undefined without any, and with several. */
export function likelyWaker(model: SessionModel, waiter: Thread, row: number, intervalUs: number): WaitEnd | undefined {
  const endUs = float64At(waiter.waits.endUs, row);
  const isObjectWait = uint8At(waiter.waits.kind, row) === waitKind.objectWait;
  const awaited = outerClass(sourceClass(model, waiter.run, waiter.waits.object[row]));
  let found: WaitEnd | undefined;
  for (const thread of model.threads) {
    if (thread === waiter || thread.run !== waiter.run || thread.isAgent) continue;
    const node = wakingFrame(model, thread, endUs, intervalUs, isObjectWait, awaited);
    if (node === 0) continue;
    if (found !== undefined) return undefined;
    found = { thread: thread.index, node: model.shownNode(thread.run, node), isCertain: false };
  }
  return found;
}

/** Row of `model.nodes`, 0 if the thread ran none. */
function wakingFrame(
  model: SessionModel,
  { samples }: Thread,
  endUs: number,
  intervalUs: number,
  isObjectWait: boolean,
  awaited: string,
): number {
  for (let row = samples.firstEndingAt(endUs - intervalUs); row < samples.length; row++) {
    if (samples.beginUsAt(row) > endUs + intervalUs) return 0;
    const state = samples.stateAt(row);
    // A waiting thread wakes nobody.
    if (state !== threadState.running && state !== threadState.native) continue;
    let node = samples.nodeAt(row);
    for (let frames = 0; node !== 0 && frames < MOST_FRAMES; frames++) {
      if (isWaking(model, node, isObjectWait, awaited)) return node;
      node = uint32At(model.nodes.parent, node);
    }
  }
  return 0;
}

function isWaking(model: SessionModel, node: number, isObjectWait: boolean, awaited: string): boolean {
  const method = model.methods[uint32At(model.nodes.method, node)];
  if (method === undefined) return false;
  const className = dottedClass(method.class);
  const name = `${className}.${method.name}`;
  if (isObjectWait) return notifiers.has(name);
  if (wakers.has(name)) return true;
  return releases.has(method.name) && className.startsWith('java.util.concurrent.') && outerClass(className) === awaited;
}
