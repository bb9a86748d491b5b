import type { Message } from '../../wire/schema.ts';
import type { Kept } from './excerpt-facts.ts';

/** A thread with its open items. */
export interface OpenThread {
  readonly thread: Message<'thread'>;
  sample?: Kept<Message<'sample'>>;
  message?: Kept<Message<'messageBegin'>> | undefined;
  wait?: Kept<Message<'waitBegin'>> | undefined;
  owner?: Kept<Message<'waitOwner'>> | undefined;
  call?: Kept<Message<'openCall'>> | undefined;
}

/** The open items of a thread, as if they began at a time. */
export function openFacts({ message, sample, wait, owner, call }: OpenThread, atUs: number): Kept[] {
  return [
    ...(message ? [{ ...message, fact: { ...message.fact, atUs } }] : []),
    ...(sample ? [{ ...sample, fact: { ...sample.fact, atUs, cpuUs: undefined, allocatedBytes: 0 } }] : []),
    ...(wait ? [{ ...wait, fact: { ...wait.fact, atUs } }] : []),
    ...(wait && owner ? [{ ...owner, fact: { ...owner.fact, atUs } }] : []),
    ...(call ? [{ ...call, fact: { ...call.fact, beginUs: atUs, atUs } }] : []),
  ];
}

/** What a later report leaves known of a wait's owner, as in `WaitColumns`. */
export function laterOwner(known: OpenThread['owner'], later: Kept<Message<'waitOwner'>>): OpenThread['owner'] {
  const { owner, thread, ownerNode, atUs, waiters } = later.fact;
  if (owner === thread) return known;
  if (ownerNode !== 0 || known?.fact.owner !== owner) return later;
  return { ...known, fact: { ...known.fact, atUs, waiters } };
}

/** The end of an open call without its return; named at its begin, in tables that may be gone. */
export function callOver(call: Message<'openCall'>, atUs: number): Message<'openCall'> {
  return { ...call, atUs, node: 0, function: 0, object: 0, over: 1 };
}
