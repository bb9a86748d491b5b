import type { Message } from '../../wire/schema.ts';
import { waitOutcome } from '../columns/thread-columns.ts';
import { OWN_CALLBACK } from '../names/own-code.ts';
import type { Run } from './run.ts';
import type { Thread } from './thread.ts';

export type ThreadFact = Message<'run' | 'messageBegin' | 'messageEnd' | 'waitBegin' | 'waitOwner' | 'waitEnd' | 'threadEnd'>;

/** False without a referent. @param strings by row of the session */
export function applyThreadFact(run: Run, thread: Thread, atUs: number, fact: ThreadFact, strings: readonly string[]): boolean {
  switch (fact.type) {
    case 'run':
      return thread.seenAgain(atUs, fact.cpuUs, fact.allocatedBytes ?? 0);
    case 'messageBegin':
      return beginMessage(run, thread, atUs, fact, strings);
    case 'messageEnd':
      return endMessage(run, thread, atUs, fact, strings);
    case 'waitBegin':
      run.openThread(thread);
      thread.waits.describe(thread.waits.begin(atUs), fact.kind, run.strings.row(fact.object));
      return true;
    case 'waitOwner':
      return ownWait(run, thread, atUs, fact);
    case 'waitEnd':
      return endWait(thread, atUs, fact.outcome ?? waitOutcome.unknown);
    case 'threadEnd':
      run.endThread(thread, atUs);
      return true;
  }
}

function beginMessage(run: Run, thread: Thread, atUs: number, fact: Message<'messageBegin'>, strings: readonly string[]): boolean {
  run.openThread(thread);
  const row = thread.messages.begin(atUs);
  thread.messages.isOwn[row] = 0;
  nameMessage(run, thread, row, fact, strings);
  return true;
}

/** On Android 10 and later the observer sees a message when it ends, so the end may bring its name. */
function endMessage(run: Run, thread: Thread, atUs: number, fact: Message<'messageEnd'>, strings: readonly string[]): boolean {
  const row = thread.messages.end(atUs);
  if (row < 0) return false;
  if (run.strings.row(fact.target) !== 0 || run.strings.row(fact.callback) !== 0) nameMessage(run, thread, row, fact, strings);
  return true;
}

function nameMessage(
  run: Run,
  { messages }: Thread,
  row: number,
  fact: Message<'messageBegin' | 'messageEnd'>,
  strings: readonly string[],
): void {
  const callback = run.strings.row(fact.callback);
  messages.name(row, run.strings.row(fact.target), callback, fact.what);
  if (strings[callback] === OWN_CALLBACK) messages.isOwn[row] = 1;
}

function endWait({ waits }: Thread, atUs: number, outcome: number): boolean {
  const row = waits.end(atUs);
  if (row >= 0) waits.outcome[row] = outcome;
  return row >= 0;
}

function ownWait(run: Run, thread: Thread, atUs: number, fact: Message<'waitOwner'>): boolean {
  const row = thread.waits.openRow;
  if (row < 0) return false;
  const owner = run.threadById.get(fact.owner)?.index ?? -1;
  // It got the object while the agent asked: the one before held it up.
  if (owner === thread.index) return true;
  thread.waits.own(row, { atUs, owner, ownerNode: run.nodes.row(fact.ownerNode), waiters: fact.waiters });
  const object = run.strings.row(fact.object);
  if (object !== 0) thread.waits.object[row] = object;
  return true;
}
