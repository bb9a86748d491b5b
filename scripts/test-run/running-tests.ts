import { relative } from 'node:path';

/** Events at the begin or end of a file, test or step. */
export interface TestChange {
  readonly type: 'test:dequeue' | 'test:complete';
  readonly data: { readonly file?: string | undefined; readonly name: string; readonly nesting: number };
}

interface Running {
  readonly name: string;
  readonly nesting: number;
  readonly sinceMs: number;
  isReported: boolean;
}

/** Running tests, by the runner's events. */
export class RunningTests {
  readonly #longMs: number;
  /** By file, the outermost first: file, test, steps. */
  readonly #files = new Map<string, Running[]>();

  /** @param longMs report a test, or its step, that runs this long */
  constructor(longMs: number) {
    this.#longMs = longMs;
  }

  take({ type, data }: TestChange, nowMs: number): void {
    const { file = '', name, nesting } = data;
    const others = (this.#files.get(file) ?? []).filter((running) => running.name !== name || running.nesting !== nesting);
    if (type === 'test:dequeue') others.push({ name, nesting, sinceMs: nowMs, isReported: false });
    this.#files.set(file, others);
  }

  /** A line about each file's innermost long-running test, once each. */
  long(nowMs: number): readonly string[] {
    return [...this.#files].flatMap(([file, running]) => {
      const last = running.at(-1);
      if (last === undefined || last.isReported || nowMs - last.sinceMs < this.#longMs) return [];
      last.isReported = true;
      const path = relative('.', file);
      const names = running.map(({ name }) => name).filter((name) => name !== path);
      return [`Still at it after ${Math.round(this.#longMs / 1000)} s: ${[path, ...names].join(' > ')}`];
    });
  }
}
