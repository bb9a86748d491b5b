/** logd separates them; crashes have their own buffer, besides the process' own line in the main one. Events are binary, printed as lists. */
type LogBuffer = 'main' | 'crash' | 'events';
const priorities = ['V', 'D', 'I', 'W', 'E', 'F'] as const;
export type Priority = (typeof priorities)[number];

export function isPriority(text: string): text is Priority {
  return priorities.some((each) => each === text);
}

export interface LogEntry {
  readonly atMs: number;
  readonly pid: number;
  readonly tid: number;
  readonly uid: number;
  readonly priority: Priority;
  readonly tag: string;
  readonly text: string;
  readonly buffer: LogBuffer;
}

const MOST_ENTRIES = 30_000;

export class PhoneLog {
  readonly #entries: LogEntry[] = [];
  readonly #listeners = new Set<(entry: LogEntry) => void>();
  #readers: (() => void)[] = [];

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  write(priority: Priority, tag: string, pid: number, uid: number, text: string, buffer: LogBuffer = 'main'): void {
    const entry: LogEntry = { atMs: Date.now(), pid, tid: pid, uid, priority, tag, text, buffer };
    this.#entries.push(entry);
    if (this.#entries.length > MOST_ENTRIES) this.#entries.shift();
    for (const listener of this.#listeners) listener(entry);
  }

  /** Resolves when a program has read the current log. */
  async read(): Promise<void> {
    await new Promise<void>((resolve) => this.#readers.push(resolve));
  }

  /** A program has read the log. */
  wasRead(): void {
    for (const notify of this.#readers.splice(0)) notify();
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** Calls back for each new entry until the result is called. */
  follow(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
