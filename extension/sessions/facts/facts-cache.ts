import type { StoredSession } from '../../../host/capture/library.ts';
import { parseFacts, type RecordedFacts } from './recorded-facts.ts';

/** Other versions are not read. */
const VERSION = 3;
/** Sessions that are known at most; the setting of kept sessions ends at 1,000. */
const MOST_ENTRIES = 1_200;

/** One state of a file, and what its lags were counted by. */
export type FactsKey = Pick<StoredSession, 'name' | 'bytes' | 'modifiedMs'> & {
  readonly thresholdUs: number;
  /** A text of `limitsKey`. */
  readonly limits: string;
};

interface Entry extends FactsKey {
  readonly recorded: RecordedFacts;
  /** Only for this window: the next one tries the file again. */
  readonly isPassing: boolean;
}

/** Facts of session files by name, size, time of change, threshold and limits. The latest state of a name counts; the oldest names go first. */
export class FactsCache {
  readonly #entries = new Map<string, Entry>();

  get(key: FactsKey): RecordedFacts | undefined {
    const entry = this.#entries.get(key.name);
    return entry !== undefined && isSame(entry, key) ? entry.recorded : undefined;
  }

  /** @param isPassing true for failures that are not the file's own */
  set({ name, bytes, modifiedMs, thresholdUs, limits }: FactsKey, recorded: RecordedFacts, isPassing = false): void {
    this.#entries.delete(name);
    this.#entries.set(name, { name, bytes, modifiedMs, thresholdUs, limits, recorded, isPassing });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_ENTRIES) break;
      this.#entries.delete(oldest);
    }
  }

  toText(): string {
    const entries = [...this.#entries.values()].filter(({ isPassing }) => !isPassing).map(({ isPassing, ...entry }) => entry);
    return JSON.stringify({ version: VERSION, entries });
  }

  /** Adds the entries of `toText` without replacing known ones; ignores all else. @throws SyntaxError for text that is no JSON */
  add(text: string): void {
    const { version, entries } = Object(JSON.parse(text));
    if (version !== VERSION || !Array.isArray(entries)) return;
    for (const value of entries.slice(-MOST_ENTRIES)) {
      const { name, bytes, modifiedMs, thresholdUs, limits, recorded } = Object(value);
      const facts = parseFacts(recorded);
      if (facts === undefined || typeof name !== 'string' || typeof limits !== 'string' || this.#entries.has(name)) continue;
      if (![bytes, modifiedMs, thresholdUs].every(Number.isFinite)) continue;
      this.set({ name, bytes, modifiedMs, thresholdUs, limits }, facts);
    }
  }
}

function isSame(one: FactsKey, other: FactsKey): boolean {
  return (
    one.bytes === other.bytes && one.modifiedMs === other.modifiedMs && one.thresholdUs === other.thresholdUs && one.limits === other.limits
  );
}
