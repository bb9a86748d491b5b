import type { TestEvent } from 'node:test/reporters';
import { failureType, isFailure, isResult } from './batches/test-events.ts';

/** As in Node's test runner. */
const cancelling: ReadonlySet<unknown> = new Set(['cancelledByParent', 'testAborted', 'testTimeoutFailure']);

/** Adds up the figures that close each file's run, as Node's test runner does with several files. */
export class Summary {
  readonly #startedMs = performance.now();
  readonly #counts = new Map<string, number>();
  #ended = 0;
  #isSuccess = true;

  /** @returns whether the event is about a whole run, not about a test or file in it */
  takes(event: TestEvent): boolean {
    if (event.type !== 'test:plan' && event.type !== 'test:diagnostic' && event.type !== 'test:summary') return false;
    if (event.data.file !== undefined) return false;
    if (event.type !== 'test:summary') return true;
    for (const [name, count] of Object.entries(event.data.counts)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    // A file without a test counts as one itself.
    if (event.data.counts.tests > 0) this.#ended++;
    this.#isSuccess &&= event.data.success;
    return true;
  }

  /** Counts a result of a batch, whose own figures count its files as suites. */
  add(event: TestEvent): void {
    if (!isResult(event)) return;
    const { type, data } = event;
    if (isFailure(event)) this.#isSuccess = false;
    const count = (name: string): unknown => this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (data.nesting === 0) count('topLevel');
    if (data.details.type === 'suite') {
      count('suites');
      return;
    }
    count('tests');
    if (data.skip !== undefined) count('skipped');
    else if (data.todo !== undefined) count('todo');
    else if (cancelling.has(failureType(event))) count('cancelled');
    else count(type === 'test:fail' ? 'failed' : 'passed');
  }

  /** A file of a batch. */
  addFile(): void {
    this.#ended++;
  }

  /**
   * The closing figures, in the order and words of Node's test runner.
   * @param files that should have run: one that the test runner skipped is no success
   */
  events(files: number): readonly TestEvent[] {
    const count = (name: string): number => this.#counts.get(name) ?? 0;
    const durationMs = performance.now() - this.#startedMs;
    const counts = {
      ...{ tests: count('tests'), suites: count('suites'), topLevel: count('topLevel') },
      ...{ passed: count('passed'), failed: count('failed'), cancelled: count('cancelled') },
      ...{ skipped: count('skipped'), todo: count('todo') },
    };
    const { tests, suites, passed: pass, failed: fail, cancelled, skipped, todo } = counts;
    const said = Object.entries({ tests, suites, pass, fail, cancelled, skipped, todo, duration_ms: durationMs }).map(
      ([name, value]): TestEvent => ({ type: 'test:diagnostic', data: { nesting: 0, message: `${name} ${value}`, level: 'info' } }),
    );
    const data = { counts, duration_ms: durationMs, file: undefined, success: this.#isSuccess && this.#ended === files };
    return [...said, { type: 'test:summary', data }];
  }
}
