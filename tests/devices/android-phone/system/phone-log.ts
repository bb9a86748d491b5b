export type Priority = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';

export interface LogEntry {
  readonly atMs: number;
  readonly pid: number;
  readonly tid: number;
  readonly uid: number;
  readonly priority: Priority;
  readonly tag: string;
  readonly text: string;
}

/** The phone's log: logd's main buffer, of which the newest entries are kept. */
export class PhoneLog {
  readonly #entries: LogEntry[] = [];
  readonly #listeners = new Set<(entry: LogEntry) => void>();

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  write(priority: Priority, tag: string, pid: number, uid: number, text: string): void {
    const entry: LogEntry = { atMs: Date.now(), pid, tid: pid, uid, priority, tag, text };
    this.#entries.push(entry);
    if (this.#entries.length > 5000) this.#entries.shift();
    for (const listener of this.#listeners) listener(entry);
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** Calls back for each new entry until the returned function is called. */
  follow(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
