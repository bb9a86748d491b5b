import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { sourceClass } from '../frames/class-names.ts';
import { type HeldWait, heldWaitAt, isTurnBefore, ownerNodeAt, waitRowAt } from './held-wait.ts';
import { nearestSample } from './nearest-sample.ts';

/** Longer chains are cut: a recording may claim any. */
export const MOST_LINKS = 256;

export interface OwnerLink extends HeldWait {
  /** The owner's stack then: row of `model.nodes`, 0 if unknown. */
  readonly ownerNode: number;
}

/** The last owner of a chain, and its activity. */
export interface LastOwner {
  /** Row of `model.threads`. */
  readonly thread: number;
  /** One of `threadState`; undefined if not sampled. */
  readonly state: number | undefined;
  /** Row of `model.nodes`, 0 if unknown. */
  readonly node: number;
  /** Dotted class of the object it waits for, whose owner is unknown; '' if none. */
  readonly waitsFor: string;
}

/** Who holds what a thread waits for, what that one waits for, and so on, at one time. */
export interface OwnerChain {
  readonly atUs: number;
  /** At least one; the owner of each is the thread of the next. */
  readonly links: readonly OwnerLink[];
  /**
   * Deadlock: the last owner is the thread of this link. Earlier links wait for the ring without being part of it. -1 without a ring.
   */
  readonly ringFrom: number;
  /** Undefined for a ring. */
  readonly last: LastOwner | undefined;
}

/** Undefined where the thread waits for nothing with a known owner. */
export function ownerChain(model: SessionModel, thread: Thread, atUs: number): OwnerChain | undefined {
  const links: OwnerLink[] = [];
  const linkOf = new Map<number, number>();
  let waiter: Thread | undefined = thread;
  while (waiter !== undefined && links.length < MOST_LINKS && !linkOf.has(waiter.index)) {
    const wait = heldWaitAt(model, waiter, atUs);
    const held = links.at(-1);
    if (wait === undefined || (held !== undefined && isTurnBefore(wait, held))) break;
    linkOf.set(waiter.index, links.length);
    links.push({ ...wait, ownerNode: ownerNodeAt(model, wait, atUs) });
    waiter = model.threads[wait.owner];
  }
  const owner = links.at(-1)?.owner;
  if (owner === undefined) return undefined;
  const first = linkOf.get(owner) ?? -1;
  const ringFrom = first >= 0 && isRing(links.slice(first)) ? first : -1;
  return { atUs, links, ringFrom, last: ringFrom < 0 ? lastOwner(model, owner, atUs) : undefined };
}

/** A waiting thread releases nothing, so an owner that was asked for during its own wait held the object throughout that wait. */
function isRing(links: readonly OwnerLink[]): boolean {
  return links.every(({ askedUs, heldFromUs }, at) => {
    const next = links[(at + 1) % links.length];
    return next !== undefined && askedUs >= next.beginUs && (next.isOpen || heldFromUs <= next.endUs);
  });
}

function lastOwner(model: SessionModel, index: number, atUs: number): LastOwner {
  const thread = model.threads[index];
  const row = thread === undefined ? -1 : nearestSample(thread, atUs);
  if (thread === undefined || row < 0) return { thread: index, state: undefined, node: 0, waitsFor: '' };
  const { samples, run, waits } = thread;
  const wait = waitRowAt(waits, atUs);
  return {
    thread: index,
    state: samples.stateAt(row),
    node: model.shownNode(run, samples.nodeAt(row)),
    waitsFor: wait >= 0 ? sourceClass(model, run, waits.object[wait]) : '',
  };
}
