import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { visitSpans } from './spans.ts';

const ms = 1_000;
const START_US = 1_000_000;

/** Times of the changes between a thread's spans; each sample has its own stack. */
function changes(...samples: readonly Sampled[]): readonly number[] {
  return withReady([], ...samples);
}

type Sampled = readonly [atMs: number, state: number, cpuMs?: number];

function withReady(facts: readonly Message[], ...samples: readonly Sampled[]): readonly number[] {
  const model = new SessionModel();
  const thread: Message = { type: 'thread', thread: 1, tid: 7, flags: 1, name: 'main', group: 'main', atUs: START_US };
  for (const message of [processMessage(0), helloMessage(START_US), thread]) model.apply(message);
  for (const [index, [atMs, state, cpuMs]] of samples.entries()) {
    model.apply({ type: 'node', id: index + 1, parent: 0, method: 0, line: index, pc: 0 });
    const cpuUs = cpuMs === undefined ? undefined : cpuMs * ms;
    model.apply({ type: 'sample', thread: 1, atUs: START_US + atMs * ms, node: index + 1, state, cpuUs });
  }
  for (const fact of facts) model.apply(fact);
  const [main] = model.threads;
  assert.ok(main);
  const ends: number[] = [];
  visitSpans(model, main, 0, 10_000 * ms, ({ endUs }) => void ends.push(endUs / ms));
  return ends.slice(0, -1);
}

const { running, sleeping, monitor, native } = threadState;

test('between a wait and a computation, either way, the CPU time in between is the computation’s', () => {
  assert.deepEqual(changes([0, sleeping], [10, running, 3], [20, monitor, 4]), [7, 14]);
  // A clock that says more than the time has.
  assert.deepEqual(changes([0, sleeping], [10, running, 12], [20, monitor, 11], [30, monitor, 0]), [20, 25]);
});

test('a change is in the middle where the clock does not show it', () => {
  assert.deepEqual(changes([0, running], [10, running, 3]), [5]);
  assert.deepEqual(changes([0, sleeping], [10, native, 3], [20, sleeping, 3]), [5, 15]);
  assert.deepEqual(changes([0, sleeping], [10, running]), [5]);
  assert.deepEqual(changes([0, sleeping], [60, running, 3]), [30]);
});

test('the system’s count of the time without a core shows a starved agent when a wait ended', () => {
  const ready = (fromMs: number, toMs: number, readyMs: number): Message => {
    return { type: 'ready', thread: 1, beginUs: START_US + fromMs * ms, atUs: START_US + toMs * ms, readyUs: readyMs * ms };
  };
  // It ran for 10 ms before 100, and half of the 20 ms without a core belongs to the computation.
  assert.deepEqual(withReady([ready(0, 100, 20)], [0, sleeping], [100, running, 10]), [80]);
  // Computed for 10 ms with 20 ms without a core, then slept.
  assert.deepEqual(withReady([ready(0, 100, 20)], [0, running], [100, sleeping, 10]), [30]);
});
