import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdleTime } from '../ui/when-idle.ts';
import { IdlePrefetch } from './idle-prefetch.ts';

/** A browser that is idle when the test says so. */
class Idle {
  busy = false;
  /** Work that waited until pictures stop coming. */
  quiet = 0;
  #waiting: ((idle: IdleTime) => void)[] = [];

  readonly clock = {
    whenQuiet: (run: (idle: IdleTime) => void): void => {
      this.quiet++;
      this.#waiting.push(run);
    },
    whenIdle: (run: (idle: IdleTime) => void): void => void this.#waiting.push(run),
    isBusy: (): boolean => this.busy,
  };

  get isWaitedFor(): boolean {
    return this.#waiting.length > 0;
  }

  /** Time for so many steps. */
  pass(steps: number): void {
    let left = steps;
    for (const run of this.#waiting.splice(0)) run({ timeRemaining: () => (left-- > 0 ? 50 : 0) });
  }
}

function* noting(done: string[], name: string, steps: number): Generator<void> {
  for (let step = 1; step <= steps; step++) {
    done.push(`${name}${step}`);
    yield;
  }
}

test('Work goes on step by step while there is time, and ends', () => {
  const [idle, done] = [new Idle(), [] as string[]];
  const ahead = new IdlePrefetch(idle.clock);
  ahead.begin(['a'], () => noting(done, 'a', 3));
  assert.deepEqual(done, []);
  idle.pass(2);
  assert.deepEqual(done, ['a1', 'a2']);
  ahead.begin(['a'], () => noting(done, 'again', 3));
  idle.pass(9);
  assert.deepEqual(done, ['a1', 'a2', 'a3']);
  assert.equal(idle.isWaitedFor, false);
});

test('Work for another selection takes the place of what was begun', () => {
  const [idle, done] = [new Idle(), [] as string[]];
  const ahead = new IdlePrefetch(idle.clock);
  ahead.begin(['a', 1], () => noting(done, 'a', 3));
  idle.pass(1);
  ahead.begin(['a', 2], () => noting(done, 'b', 2));
  idle.pass(9);
  assert.deepEqual(done, ['a1', 'b1', 'b2']);
  assert.equal(idle.isWaitedFor, false);
});

test('The first work begins at once, and while the reader moves it waits until pictures stop coming', () => {
  const [idle, done] = [new Idle(), [] as string[]];
  const ahead = new IdlePrefetch(idle.clock);
  ahead.begin(['read'], () => noting(done, 'a', 1));
  assert.equal(idle.quiet, 0);
  ahead.begin(['moved'], () => noting(done, 'b', 1));
  assert.equal(idle.quiet, 1);
  ahead.drop();
  ahead.begin(['read again'], () => noting(done, 'c', 1));
  assert.equal(idle.quiet, 1);
  idle.pass(9);
  assert.deepEqual(done, ['c1']);
});

test('Work that is not wanted any more is dropped', () => {
  const [idle, done] = [new Idle(), [] as string[]];
  const ahead = new IdlePrefetch(idle.clock);
  ahead.begin(['a'], () => noting(done, 'a', 3));
  ahead.drop();
  idle.pass(9);
  assert.deepEqual(done, []);
  ahead.begin(['a'], () => noting(done, 'a', 1));
  idle.pass(9);
  assert.deepEqual(done, ['a1']);
});

test('no work is done for a hidden page, or while a change waits for its frame', () => {
  const [idle, done] = [new Idle(), [] as string[]];
  const ahead = new IdlePrefetch(idle.clock);
  idle.busy = true;
  ahead.begin(['a'], () => noting(done, 'a', 1));
  idle.pass(9);
  assert.deepEqual(done, []);
  idle.busy = false;
  idle.pass(9);
  assert.deepEqual(done, ['a1']);
});
