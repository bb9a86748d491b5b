import type { Message } from '../../../../core/wire/schema.ts';
import type { Timed } from './by-time.ts';
import type { Placed, TimedFact } from './import-facts.ts';

interface TimedMessage extends Timed {
  readonly message: Message;
}

/** Ends come before begins of the same time. */
const END = 0;
const BEGIN = 1;

/** Facts as messages in order of time. */
export function* factMessages(facts: readonly Placed<TimedFact>[], originUs: number): Generator<TimedMessage> {
  const placed = facts.flatMap((fact, index) => messagesOf(fact, originUs).map((item) => ({ ...item, index })));
  placed.sort((one, other) => one.atUs - other.atUs || one.rank - other.rank || one.index - other.index);
  yield* placed;
}

interface Ranked extends TimedMessage {
  readonly rank: number;
}

function messagesOf(fact: Placed<TimedFact>, originUs: number): readonly Ranked[] {
  const atUs = Math.round(fact.beginUs - originUs);
  const at = (message: Message, rank = BEGIN): Ranked => ({ atUs: 'atUs' in message ? message.atUs : atUs, message, rank });
  switch (fact.type) {
    case 'message': {
      const names = { thread: fact.thread + 1, target: fact.target, callback: fact.callback, what: fact.what };
      const endUs = Math.round(fact.endUs - originUs);
      return [at({ type: 'messageBegin', atUs, ...names }), at({ type: 'messageEnd', atUs: endUs, ...names }, endUs > atUs ? END : BEGIN)];
    }
    case 'wait': {
      const thread = fact.thread + 1;
      const endUs = Math.round(fact.endUs - originUs);
      const end = at({ type: 'waitEnd', thread, atUs: endUs }, endUs > atUs ? END : BEGIN);
      const begin = at({ type: 'waitBegin', thread, atUs, kind: fact.kind, object: fact.object });
      if (fact.owner === undefined) return [begin, end];
      const { thread: owner, stack: ownerNode } = fact.owner;
      return [begin, at({ type: 'waitOwner', thread, atUs, owner: owner + 1, ownerNode, waiters: 1, object: fact.object }), end];
    }
    case 'ready': {
      const endUs = Math.round(fact.endUs - originUs);
      return [at({ type: 'ready', thread: fact.thread + 1, beginUs: atUs, atUs: endUs, readyUs: whole(fact.readyUs) }, END)];
    }
    case 'messageUse': {
      const { type, thread, endUs, cpuUs, readyUs, queuedUs, majorFaults, voluntarySwitches, involuntarySwitches } = fact;
      const times = { thread: thread + 1, beginUs: atUs, atUs: Math.round(endUs - originUs), cpuUs: whole(cpuUs) };
      const known = { readyUs: wholeIfKnown(readyUs), queuedUs: wholeIfKnown(queuedUs) };
      const counts = {
        majorFaults: whole(majorFaults),
        voluntarySwitches: whole(voluntarySwitches),
        involuntarySwitches: whole(involuntarySwitches),
      };
      return [at({ type, ...times, ...known, ...counts }, END)];
    }
    case 'threadEnd':
      // After its last sample.
      return [{ ...at({ type: 'threadEnd', thread: fact.thread + 1, atUs: atUs + 1 }), atUs: atUs + 1 }];
    case 'collection': {
      const endUs = Math.round(fact.endUs - originUs);
      return [at({ type: 'gcBegin', atUs }), at({ type: 'gcEnd', atUs: endUs }, endUs > atUs ? END : BEGIN)];
    }
    case 'counters':
      return [at(countersOf(fact.counts, atUs))];
    case 'displayFrames': {
      const { lateUs, periodUs, inTime } = fact;
      return [at({ type: 'frame', atUs, lateUs: whole(lateUs), periodUs: whole(periodUs), inTime: whole(inTime), first: 0 })];
    }
    case 'phase':
      return [at({ type: 'lifecycle', atUs, phase: fact.phase })];
    case 'mark':
      return [at({ type: 'mark', atUs, name: fact.name })];
  }
}

function countersOf(counts: Extract<TimedFact, { type: 'counters' }>['counts'], atUs: number): Message<'counters'> {
  const { cpuUs = 0, cores = 0, threads = 0, footprintBytes, heapBytes } = counts;
  return {
    type: 'counters',
    atUs,
    cpuUs: whole(cpuUs),
    cores: whole(cores),
    footprintBytes: footprintBytes === undefined ? undefined : whole(footprintBytes),
    threads: whole(threads),
    thermal: undefined,
    allocations: undefined,
    allocatedBytes: heapBytes === undefined ? undefined : whole(heapBytes),
  };
}

function whole(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(0, Math.round(value)), Number.MAX_SAFE_INTEGER) : 0;
}

function wholeIfKnown(value: number | undefined): number | undefined {
  return value === undefined ? undefined : whole(value);
}
