import type { CounterFacts } from '../import/import-facts.ts';

interface CountedFact {
  /** Name of the track. */
  readonly name: string;
  /** CounterDescriptor.Unit: 2 counts, 3 bytes. */
  readonly unit: number;
  readonly column: 'footprintBytes' | 'threads';
  readonly fact: keyof CounterFacts;
}

/** Counters of a process that a session has, too. */
export const countedFacts: readonly CountedFact[] = [
  { name: 'Memory footprint', unit: 3, column: 'footprintBytes', fact: 'footprintBytes' },
  { name: 'Threads', unit: 2, column: 'threads', fact: 'threads' },
];
