import type { TimeRange } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import type { Thread } from '../../session/model/thread.ts';
import { callOfRow, type HeldWait, lastMomentOf, waitOfRow } from './held-wait.ts';
import { type OwnerChain, type OwnerLink, ownerChain } from './owner-chain.ts';

/** Threads that wait for each other. The end of an open one is its time so far. */
export interface Deadlock extends TimeRange {
  readonly run: number;
  /** At least two; the owner of each is the thread of the next, and of the last the first. */
  readonly ring: readonly OwnerLink[];
  /** All of them still wait. */
  readonly isOpen: boolean;
}

/** A recording may claim any number. */
const MOST_DEADLOCKS = 100;
/** Work between two steps. */
const ROWS_PER_STEP = 5_000;

/** Undefined for a chain without a ring. */
export function deadlockOf(model: SessionModel, { links, ringFrom }: OwnerChain): Deadlock | undefined {
  if (ringFrom < 0) return undefined;
  const ring = fromFirstThread(links.slice(ringFrom));
  return {
    run: model.threads[ring[0]?.thread ?? -1]?.run ?? -1,
    ring,
    beginUs: Math.max(...ring.map(({ beginUs }) => beginUs)),
    endUs: Math.min(...ring.map(({ endUs }) => endUs)),
    isOpen: ring.every(({ isOpen }) => isOpen),
  };
}

/** A ring begins with its oldest thread, so that it is the same from each. */
function fromFirstThread(ring: readonly OwnerLink[]): readonly OwnerLink[] {
  const first = ring.reduce((least, { thread }, at) => (thread < (ring[least]?.thread ?? thread) ? at : least), 0);
  return [...ring.slice(first), ...ring.slice(0, first)];
}

/** Rings of threads that wait for each other now, main among them or not. */
export function openDeadlocks(model: SessionModel): readonly Deadlock[] {
  const found = new FoundDeadlocks(model);
  for (const thread of model.threads) {
    for (const waits of [thread.waits, thread.blockingCalls]) {
      if (waits.openRow >= 0) found.take(ownerChain(model, thread, waits.rowEndUs(waits.openRow)));
    }
  }
  return found.all;
}

/** Rings of a run at a moment: known from a question at any time during the same waits. */
export function deadlocksAt(model: SessionModel, run: Run, atUs: number): readonly Deadlock[] {
  const found = new FoundDeadlocks(model);
  for (const thread of run.threads) found.take(ownerChain(model, thread, atUs));
  return found.all;
}

/** All of a session by begin, in steps of some milliseconds. The model must not change in between. */
export function* sessionDeadlocks(model: SessionModel): Generator<void, readonly Deadlock[]> {
  const found = new FoundDeadlocks(model);
  let rows = 0;
  for (const thread of model.threads) {
    for (const wait of heldWaits(model, thread)) {
      if (++rows % ROWS_PER_STEP === 0) yield;
      if (found.isFull) break;
      // A ring lasts until its first wait ends.
      if (wait !== undefined) found.take(ownerChain(model, thread, lastMomentOf(wait)));
    }
  }
  return found.all;
}

/** In the order of their rows; undefined without an owner. */
function* heldWaits(model: SessionModel, thread: Thread): Generator<HeldWait | undefined> {
  const { waits, blockingCalls } = thread;
  for (let row = 0; row < waits.length; row++) yield waitOfRow(model, thread, row);
  for (let row = 0; row < blockingCalls.length; row++) yield callOfRow(model, thread, row);
}

class FoundDeadlocks {
  readonly #model: SessionModel;
  readonly #byWaits = new Map<string, Deadlock>();

  constructor(model: SessionModel) {
    this.#model = model;
  }

  get isFull(): boolean {
    return this.#byWaits.size >= MOST_DEADLOCKS;
  }

  get all(): readonly Deadlock[] {
    return [...this.#byWaits.values()].sort((a, b) => a.beginUs - b.beginUs);
  }

  /** The same ring is found from each of its threads. */
  take(chain: OwnerChain | undefined): void {
    const deadlock = chain && deadlockOf(this.#model, chain);
    if (deadlock === undefined || this.isFull) return;
    const key = deadlock.ring.map(({ thread, beginUs }) => `${thread} ${beginUs}`).join();
    if (!this.#byWaits.has(key)) this.#byWaits.set(key, deadlock);
  }
}
