import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const LOOK_MS = 10_000;
const LONG_MS = 120_000;

interface Running {
  readonly name: string;
  readonly nesting: number;
  readonly sinceMs: number;
  isTold: boolean;
}

/** Reporter for the test runner: says which test, and which step of it, has been going on for two minutes, while it does. */
export default async function* stillRunning(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  /** By file, the outermost first: the file itself, its test, steps of that. */
  const files = new Map<string, Running[]>();
  const timer = setInterval(() => {
    for (const [file, running] of files) tell(file, running);
  }, LOOK_MS);
  timer.unref();
  for await (const { type, data } of events) {
    if (type !== 'test:dequeue' && type !== 'test:complete') continue;
    const file = data.file ?? '';
    const others = (files.get(file) ?? []).filter(({ name, nesting }) => name !== data.name || nesting !== data.nesting);
    files.set(
      file,
      type === 'test:dequeue' ? [...others, { name: data.name, nesting: data.nesting, sinceMs: Date.now(), isTold: false }] : others,
    );
  }
  clearInterval(timer);
  yield '';
}

function tell(file: string, running: readonly Running[]): void {
  const last = running.at(-1);
  if (last === undefined || last.isTold || Date.now() - last.sinceMs < LONG_MS) return;
  last.isTold = true;
  const path = relative('.', file);
  const names = running.map(({ name }) => name).filter((name) => name !== path);
  process.stderr.write(`Still at it after ${LONG_MS / 60_000} min: ${[path, ...names].join(' > ')}\n`);
}
