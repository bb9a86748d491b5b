import type { ReadableEntry } from '../core/containers/entry-choice.ts';

/** A list that a person searches. */
const MOST_OFFERED = 1_000;
/** Of a name, which paths of file systems do not have (`PATH_MAX`). */
const MOST_LETTERS = 4_096;

/** Several files of a container, of which one has to be chosen. */
export interface OfferedEntries {
  readonly entries: readonly ReadableEntry[];
  /** Readable entries beyond the list. */
  readonly more: number;
}

/** `session`: the file is one itself. */
export type Conversion = 'written' | 'session' | OfferedEntries;

/** Bounded for its way between threads. */
export function offered(found: readonly ReadableEntry[]): OfferedEntries {
  const entries = found
    .filter(({ name }) => name.length <= MOST_LETTERS)
    .slice(0, MOST_OFFERED)
    .map(({ name, label }) => ({ name, label }));
  return { entries, more: found.length - entries.length };
}
