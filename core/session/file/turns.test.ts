import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

/** A clock that each step moves, and turns that are counted. */
class StepClock {
  ms = 0;
  turns = 0;
  nowMs(): number {
    return this.ms;
  }
  async turn(): Promise<void> {
    this.turns++;
  }
}

function* steps(count: number, clock: StepClock, stepMs: number): Generator<void, string> {
  for (let step = 0; step < count; step++) {
    clock.ms += stepMs;
    yield;
  }
  return 'done';
}

test('others have their turn as soon as one lasted long enough, across several works', async () => {
  const clock = new StepClock();
  const turns = new Turns(clock, undefined, 6);
  assert.equal(await turns.run(steps(4, clock, 1)), 'done');
  assert.equal(clock.turns, 0);
  assert.equal(await turns.run(steps(8, clock, 1)), 'done');
  assert.equal(clock.turns, 2);
});

test('a signal ends the work after the step in which it came', async () => {
  const clock = new StepClock();
  const stop = new AbortController();
  let taken = 0;
  function* endless(): Generator<void, void> {
    for (;;) {
      if (++taken === 3) stop.abort();
      yield;
    }
  }
  await assert.rejects(new Turns(clock, stop.signal, 6).run(endless()), { name: 'AbortError' });
  assert.equal(taken, 3);
});
