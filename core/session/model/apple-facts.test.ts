import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryFile, sessionBytes, sourceOf } from '../../../tests/core/memory-session.ts';
import { dumpModel } from '../../../tests/core/model-dump.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import type { Message } from '../../wire/schema.ts';
import { BlockingCallColumns } from '../columns/blocking-call-columns.ts';
import { lifePhase, UNKNOWN_COUNT } from '../columns/run-columns.ts';
import { replaySession } from '../file/replay.ts';
import { SessionModel } from './model.ts';

const START = 5_000_000;
const second = 1_000_000;

const hello = helloMessage(START, { os: 'ios', process: 'com.example.shop' });
const main: Message = { type: 'thread', thread: 1, tid: 259, name: 'main', group: '', flags: 1, atUs: START };
const worker: Message = { type: 'thread', thread: 2, tid: 260, name: 'db', group: 'com.example.db', flags: 0, atUs: START };
const tick = (afterUs: number): Message => ({ type: 'tick', atUs: START + afterUs, rounds: 1 });
const phase = (afterUs: number, which: number): Message => ({ type: 'lifecycle', atUs: START + afterUs, phase: which });

function modelOf(...messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const message of [processMessage(0, { deviceKind: 'ios' }), hello, main, worker, ...messages]) model.apply(message);
  return model;
}

const counters: Message = {
  type: 'counters',
  atUs: START + second,
  cpuUs: 400_000,
  cores: 6,
  footprintBytes: 90_000_000,
  threads: 12,
  thermal: 1,
  allocations: undefined,
  allocatedBytes: undefined,
};

test('counters, frames, phases of life and blocking calls are kept as they were reported, live and from a file', async () => {
  const messages: readonly Message[] = [
    processMessage(0, { deviceKind: 'ios' }),
    hello,
    main,
    worker,
    phase(-400_000, lifePhase.started),
    phase(0, lifePhase.loaded),
    { type: 'string', id: 1, text: 'pthread_mutex_lock' },
    { type: 'string', id: 2, text: '0x1040' },
    { type: 'nativeNode', id: 1, parent: 0, image: 0, offset: 64 },
    counters,
    { type: 'frame', atUs: START + second, lateUs: 50_000, periodUs: 16_667, inTime: 41, first: 0 },
    {
      type: 'blockingCall',
      thread: 1,
      beginUs: START + second,
      atUs: START + second + 30_000,
      node: 1,
      function: 1,
      object: 2,
      owner: 2,
    },
  ];
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  assert.equal(model.ignored, 0);
  const [run] = model.runs;
  assert.ok(run);
  // The process started 0.4 s before the first word of its agent, which is session time 0.
  assert.deepEqual([...run.phases.atUs.subarray(0, 2)], [-400_000, 0]);
  assert.deepEqual([run.counters.cpuUs[0], run.counters.threads[0], run.counters.thermal[0]], [400_000, 12, 1]);
  assert.equal(run.counters.allocations[0], UNKNOWN_COUNT);
  assert.deepEqual([run.frames.lateUs[0], run.frames.inTime[0]], [50_000, 41]);
  const calls = model.threads[0]?.blockingCalls;
  assert.deepEqual([calls?.beginUs[0], calls?.endUs[0], calls?.owner[0]], [second, second + 30_000, 1]);
  assert.equal(model.strings[calls?.function[0] ?? 0], 'pthread_mutex_lock');

  const replayed = await replaySession(sourceOf(await sessionBytes(messages)), new MemoryFile());
  assert.deepEqual(dumpModel(replayed.model), dumpModel(model));
});

test('what happens once in a process is kept once, and no other phase goes back in time', () => {
  const model = modelOf(
    phase(10, lifePhase.active),
    phase(5, lifePhase.background),
    phase(0, lifePhase.loaded),
    phase(20, lifePhase.loaded),
    phase(20, 99),
  );
  const phases = model.runs[0]?.phases;
  assert.equal(phases?.length, 3);
  assert.deepEqual([...(phases?.atUs.subarray(0, 3) ?? [])], [0, 10, 10]);
  assert.equal(model.ignored, 1);
  assert.equal(phases?.isBackgroundAt(10), true);
  assert.equal(phases?.isBackgroundAt(9), false);
});

test('a process stands still from where its agent says so to the next message', () => {
  const model = modelOf(tick(0), phase(2 * second, lifePhase.stopped), tick(9 * second), tick(9.05 * second));
  const stops = model.runs[0]?.stops;
  assert.deepEqual([stops?.length, stops?.beginUs[0], stops?.endUs[0]], [1, 2 * second, 9 * second]);
});

test('an agent that was silent for more than ten seconds stood still with its app, in the background for half a second', () => {
  // Nine seconds may be a computer at its limit, eleven are a suspension. In the background an agent has no other reason.
  const quiet = (...silences: readonly Message[]): readonly number[] => {
    const stops = modelOf(tick(0), ...silences).runs[0]?.stops;
    return Array.from({ length: stops?.length ?? 0 }, (_, row) => ((stops?.endUs[row] ?? 0) - (stops?.beginUs[row] ?? 0)) / second);
  };
  assert.deepEqual(quiet(tick(9 * second)), []);
  assert.deepEqual(quiet(tick(11 * second)), [11]);
  assert.deepEqual(quiet(phase(0, lifePhase.background), tick(0.4 * second)), []);
  assert.deepEqual(quiet(phase(0, lifePhase.background), tick(0.6 * second)), [0.6]);
  assert.deepEqual(quiet(phase(0, lifePhase.debugger), tick(3 * second)), [3]);
  // A broken link says nothing about the process.
  assert.deepEqual(quiet({ type: 'gap', atUs: START, why: 'cable out' }, tick(60 * second)), []);
});

test('calls inside a call are found with it, and count once', () => {
  // read 10-20 and 30-40 inside dispatch_sync 5-50, then fsync 60-70.
  const calls = new BlockingCallColumns();
  const call = (beginUs: number, endUs: number, name: number): void =>
    calls.append({ beginUs, endUs, node: 0, function: name, object: 0, owner: -1 });
  call(10, 20, 1);
  call(30, 40, 1);
  call(5, 50, 2);
  call(60, 70, 3);
  const visited = (beginUs: number, endUs: number): readonly number[] => {
    const rows: number[] = [];
    calls.visit(beginUs, endUs, (row) => rows.push(row));
    return rows;
  };
  assert.deepEqual(visited(0, 100), [0, 1, 2, 3]);
  assert.deepEqual(visited(22, 28), [2]);
  assert.deepEqual(visited(35, 65), [1, 2, 3]);
  assert.deepEqual(visited(51, 59), []);
  // 5 to 50 and 60 to 65.
  assert.equal(calls.coveredUs(0, 65), 50);
});
