import type { TestEvent } from 'node:test/reporters';
import { RunningTests } from './running-tests.ts';

const CHECK_INTERVAL_MS = 10_000;
const LONG_MS = 120_000;

/** Passes events on, and names a test, and its step, that runs for over two minutes. */
export async function* stillRunning(events: AsyncIterable<TestEvent>, say: (line: string) => void): AsyncGenerator<TestEvent> {
  const tests = new RunningTests(LONG_MS);
  const timer = setInterval(() => tests.long(Date.now()).forEach(say), CHECK_INTERVAL_MS);
  try {
    for await (const event of events) {
      if (event.type === 'test:dequeue' || event.type === 'test:complete') tests.take(event, Date.now());
      yield event;
    }
  } finally {
    clearInterval(timer);
  }
}
