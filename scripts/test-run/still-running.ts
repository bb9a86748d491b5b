import type { TestEvent } from 'node:test/reporters';
import { RunningTests } from './running-tests.ts';

const CHECK_INTERVAL_MS = 10_000;
const LONG_MS = 120_000;

/** Reporter: names a test, and its step, that runs for over two minutes. */
export default async function* stillRunning(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tests = new RunningTests(LONG_MS);
  const timer = setInterval(() => {
    for (const line of tests.long(Date.now())) process.stderr.write(`${line}\n`);
  }, CHECK_INTERVAL_MS);
  timer.unref();
  for await (const event of events) {
    if (event.type === 'test:dequeue' || event.type === 'test:complete') tests.take(event, Date.now());
  }
  clearInterval(timer);
  yield '';
}
