import type { Message } from '../../core/wire/schema.ts';

type Changes = Partial<Omit<Message<'systemRecord'>, 'type' | 'run' | 'atUs'>>;

const unknown = { reason: 0, subreason: 0, status: 0, importance: 0, pssBytes: 0, rssBytes: 0, trace: 0, text: '' };

/** By the agent's clock. */
export function anrRecord(run: number, atUs: number, text: string): Message<'systemRecord'> {
  return { type: 'systemRecord', run, atUs, kind: 1, ...unknown, text };
}

export function endRecord(run: number, atUs: number, changes: Changes = {}): Message<'systemRecord'> {
  return { type: 'systemRecord', run, atUs, kind: 2, ...unknown, ...changes };
}
