import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { threadsCpu } from './threads-cpu.ts';

const t0 = 1_000_000_000;
const ms = 1_000;
const second = 1_000 * ms;

const thread = (id: number, flags = 0): Message => ({
  type: 'thread',
  thread: id,
  tid: id,
  name: `thread ${id}`,
  group: '',
  flags,
  atUs: t0,
});
const sample = (id: number, atUs: number, node: number, cpuUs?: number): Message => ({
  type: 'sample',
  thread: id,
  atUs: t0 + atUs,
  node,
  state: 0,
  cpuUs,
});
const again = (id: number, atUs: number, cpuUs: number): Message => ({ type: 'run', thread: id, atUs: t0 + atUs, samples: 1, cpuUs });
const start: readonly Message[] = [processMessage(0), helloMessage(t0), thread(1, 1), thread(2), thread(3, 4)];

/** After each message, as live; the last answer. */
function coresBySecond(messages: readonly Message[]): readonly (readonly [second: number, cores: number])[] {
  const model = new SessionModel();
  let values: readonly (readonly [number, number])[] = [];
  for (const each of [...start, ...messages]) {
    model.apply(each);
    const [run] = model.runs;
    if (run === undefined) continue;
    const { atUs, value } = threadsCpu(run);
    values = [...atUs].map((us, at) => [us / second, Number((value[at] ?? 0).toFixed(3))] as const);
  }
  return values;
}

test('what threads used is spread over the time that it was reported for, second by second', () => {
  const messages = [
    // A first sample tells of a time before.
    sample(1, 0, 1, 77 * ms),
    sample(2, 0, 1),
    // Main: 900 ms of CPU from 0 to 1.5 s, so 600 ms in the first second and 300 in the next.
    again(1, 1.5 * second, 900 * ms),
    // The other thread: 400 ms from 0 to 2 s, so 200 in each, reported before another stack.
    sample(2, 2 * second, 2, 400 * ms),
    // The agent's own does not count.
    sample(3, 0.1 * second, 1, 50 * ms),
    // 250 ms from 2 to 2.5 s, where the second has lasted half: 0.5 cores.
    again(2, 2.5 * second, 250 * ms),
  ];
  assert.deepEqual(coresBySecond(messages), [
    [0, 0.8],
    [1, 0.5],
    [2, 0.5],
  ]);
});

test('without clocks, and without samples, nothing is reported', () => {
  assert.deepEqual(coresBySecond([]), []);
  assert.deepEqual(coresBySecond([sample(1, 0, 1), sample(1, 3 * second, 2), { type: 'tick', atUs: t0 + 5 * second, rounds: 1 }]), []);
});

test('a clock that jumps by years takes no memory', () => {
  assert.deepEqual(coresBySecond([sample(1, 0, 1), sample(1, 1e9 * second, 2, 5_000)]), []);
});
