import { float64At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { sourceClass } from '../frames/class-names.ts';
import type { WaitsOn } from '../lags/lag.ts';
import { ownerFrameNode } from '../lags/wait-owner.ts';
import { type CauseSentence, type CauseThread, words } from './facts/cause.ts';
import type { CauseFacts } from './facts/cause-facts.ts';
import type { CauseTextKey } from './facts/cause-texts.ts';
import { phoneWaitWords } from './facts/phone-waits.ts';
import { causeFrame, stackTimesByState } from './facts/time-use.ts';
import { waitOfStack, waitOfState, waitWords } from './facts/wait-frames.ts';

/** An owner's activity has to take this share of the wait to be named. */
const TELLING_SHARE = 0.5;

/** The owner's place, and its own activity during the wait where one took most of it. */
export function holderSentence(
  facts: CauseFacts,
  waitsOn: Pick<WaitsOn, 'ownerNode' | 'objectClass'>,
  owner: CauseThread,
  wait: TimeRange,
): CauseSentence {
  const { model, app } = facts;
  const node = ownerFrameNode(model, waitsOn, app);
  if (node === 0) return ['causeHolder', owner];
  const frame = causeFrame(model, node);
  const activity = activityOf(facts, owner.thread, waitsOn.objectClass, wait);
  switch (activity) {
    case undefined:
      return ['causeHolderIn', owner, frame];
    case 'busy':
      return ['causeHolderBusy', owner, frame];
    case 'slept':
      return ['causeHolderSlept', owner, frame];
    default:
      return ['causeHolderWaited', owner, frame, words(activity)];
  }
}

const stateWords = new Map<number, CauseTextKey | 'slept'>([
  [threadState.sleeping, 'slept'],
  [threadState.monitor, 'waitOtherLock'],
  [threadState.objectWait, 'waitNotified'],
  [threadState.runtime, 'waitRuntime'],
]);

type Activity = CauseTextKey | 'busy' | 'slept';

function activityOf({ model, app }: CauseFacts, row: number, objectClass: string, wait: TimeRange): Activity | undefined {
  const thread = model.threads[row];
  if (thread === undefined) return undefined;
  const spent = new Map<Activity, number>();
  for (const { node, state, busyUs, blockedUs } of stackTimesByState(model, thread, heldPart(model, thread, objectClass, wait))) {
    spent.set('busy', (spent.get('busy') ?? 0) + busyUs);
    const wait = waitOfState(state, waitOfStack(model, node, app)?.wait);
    const activity = wait === undefined ? (stateWords.get(state) ?? phoneWait(model, node)) : waitWords[wait];
    if (activity !== undefined) spent.set(activity, (spent.get(activity) ?? 0) + blockedUs);
  }
  const [most] = [...spent].sort((a, b) => b[1] - a[1]);
  return most !== undefined && most[1] >= TELLING_SHARE * (wait.endUs - wait.beginUs) ? most[0] : undefined;
}

/** Without the owner's own turn in the queue for an object of that class: it did not hold it yet. */
function heldPart(model: SessionModel, { run, waits }: Thread, objectClass: string, wait: TimeRange): TimeRange {
  let { beginUs } = wait;
  for (let row = firstAfter(waits.endUs, beginUs, waits.length); row < waits.length; row++) {
    if (float64At(waits.beginUs, row) >= wait.endUs) break;
    if (row !== waits.openRow && objectClass !== '' && sourceClass(model, run, waits.object[row]) === objectClass)
      beginUs = float64At(waits.endUs, row);
  }
  return { beginUs: Math.min(beginUs, wait.endUs), endUs: wait.endUs };
}

/** By the innermost function of native code. */
function phoneWait(model: SessionModel, node: number): CauseTextKey | undefined {
  const method = model.methods[uint32At(model.nodes.method, node)];
  return method === undefined || method.image === 0 ? undefined : phoneWaitWords(method.name);
}
