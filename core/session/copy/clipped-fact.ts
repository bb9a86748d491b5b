import type { Message } from '../../wire/schema.ts';

/** A fact of a range that began before keeps its part after the begin. */
export function clippedToBegin<T extends Message>(message: T, beginUs: number): T {
  if (message.type === 'blockingCall' || message.type === 'openCall' || message.type === 'syncBarrier') {
    return { ...message, beginUs: Math.max(message.beginUs, beginUs) };
  }
  if ((message.type !== 'ready' && message.type !== 'messageUse') || message.beginUs >= beginUs) return message;
  const share = (message.atUs - beginUs) / Math.max(1, message.atUs - message.beginUs);
  const part = (count: number): number => Math.round(count * share);
  if (message.type === 'ready') return { ...message, beginUs, readyUs: part(message.readyUs) };
  return {
    ...message,
    beginUs,
    cpuUs: part(message.cpuUs),
    readyUs: message.readyUs === undefined ? undefined : part(message.readyUs),
    majorFaults: part(message.majorFaults),
    voluntarySwitches: part(message.voluntarySwitches),
    involuntarySwitches: part(message.involuntarySwitches),
    // Its time in the queue lies before the range.
    queuedUs: undefined,
  };
}
