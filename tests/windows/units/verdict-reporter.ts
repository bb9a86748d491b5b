import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { MARK, type Verdict } from './verdict.ts';

/** A reporter of node:test: one line of JSON per test, for `run-in-threads.ts`. */
export default async function* verdicts(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const around: string[] = [];
  // Node 22 ends while a test waits for what keeps no program alive, such as a watched folder.
  let waiting = 0;
  let awake: NodeJS.Timeout | undefined;
  for await (const event of events) {
    if (event.type === 'test:enqueue') waiting++;
    if (event.type === 'test:complete') waiting--;
    if (waiting > 0) awake ??= setInterval(() => undefined, 1_000);
    else {
      clearInterval(awake);
      awake = undefined;
    }
    if (event.type === 'test:start') around[event.data.nesting] = event.data.name;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, nesting, details, skip } = event.data;
    // Each of its tests has its own verdict.
    if (event.type === 'test:fail' && Object(event.data.details.error).failureType === 'subtestsFailed') continue;
    const verdict: Verdict = {
      name: [...around.slice(0, nesting), name].join(' > '),
      passed: event.type === 'test:pass',
      skipped: skip !== undefined,
      failure: event.type === 'test:fail' ? inspect(details, { depth: 4 }) : '',
    };
    // A test may have written half a line.
    yield `\n${MARK}${JSON.stringify(verdict)}\n`;
  }
}
