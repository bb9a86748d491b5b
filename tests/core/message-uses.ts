import type { Message } from '../../core/wire/schema.ts';

type Use = Partial<Omit<Message<'messageUse'>, 'type' | 'thread' | 'beginUs' | 'atUs'>>;

/** Adds uses of the main thread's messages, by their row, each before its end as agents do. Times are microseconds. */
export function withUses(messages: readonly Message[], ...uses: readonly (Use | undefined)[]): Message[] {
  const found: Message[] = [];
  let beginUs = 0;
  let row = -1;
  for (const message of messages) {
    if (message.type === 'messageBegin') {
      beginUs = message.atUs;
      row++;
    }
    const use = message.type === 'messageEnd' ? uses[row] : undefined;
    if (use !== undefined && message.type === 'messageEnd') found.push(messageUse(beginUs, message.atUs, use));
    found.push(message);
  }
  return found;
}

/** One of the main thread, by the agent's clock; nothing is counted but its CPU time, which is all. */
export function messageUse(beginUs: number, atUs: number, use: Use = {}): Message<'messageUse'> {
  return {
    type: 'messageUse',
    thread: 1,
    beginUs,
    atUs,
    cpuUs: atUs - beginUs,
    readyUs: undefined,
    majorFaults: 0,
    voluntarySwitches: 0,
    involuntarySwitches: 0,
    queuedUs: undefined,
    ...use,
  };
}
