import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IntervalColumns } from '../../core/session/interval-columns.ts';
import { SessionModel } from '../../core/session/model.ts';
import { threadState } from '../../core/session/sample-columns.ts';
import { type Deed, scriptedApp } from '../../tests/core/scripted-app.ts';
import { stateTimes } from './call-facts.ts';

/** What is said of a message of 300 ms in this state, of which that share of the time was on CPU. */
function said(state: number, busy: number): readonly string[] {
  const deed: Deed = { kind: 'message', us: 300_000, stack: ['com.example.A.a:1'], state, busy };
  const model = new SessionModel();
  for (const message of scriptedApp([{ kind: 'idle', us: 100_000 }, deed, { kind: 'idle', us: 100_000 }])) model.apply(message);
  const thread = model.threads.find(({ isMain }) => isMain);
  assert.ok(thread);
  return stateTimes(thread, undefined, 150_000, 350_000).states;
}

test('a thread that could run and whose CPU clock moves runs', () => {
  assert.deepEqual(said(threadState.running, 1), ['stateRunning']);
});

test('a thread that could run and whose CPU clock stands still waits', () => {
  assert.deepEqual(said(threadState.running, 0), ['stateOffCpu']);
});

test('a thread that sleeps sleeps', () => {
  assert.deepEqual(said(threadState.sleeping, 0), ['stateSleeping']);
});

test('a pause of the garbage collector is told apart from what the thread waited for', () => {
  const stopped: Deed = { kind: 'message', us: 300_000, stack: ['com.example.A.a:1'], state: threadState.running, busy: 0 };
  const model = new SessionModel();
  for (const message of scriptedApp([{ kind: 'idle', us: 100_000 }, stopped, { kind: 'idle', us: 100_000 }])) model.apply(message);
  const thread = model.threads.find(({ isMain }) => isMain);
  assert.ok(thread);
  const pauses = new IntervalColumns();
  pauses.begin(200_000);
  pauses.end(260_000);
  const { busyUs, blockedUs, garbageUs } = stateTimes(thread, pauses, 150_000, 350_000);
  // Of 200 ms the collector took 60, and 140 are left.
  assert.deepEqual([busyUs, blockedUs, garbageUs], [0, 140_000, 60_000]);
});
