import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { threadState } from '../core/session/columns/sample-columns.ts';
import type { Message } from '../core/wire/schema.ts';
import { deadlockedPhone, deadlockNames, phoneTick } from '../tests/core/deadlocked-phone.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { type ScriptedStack, type ScriptedWait, scriptedLocks } from '../tests/core/scripted-locks.ts';
import { runCommand } from '../tests/host/run-command.ts';

const names = ['main', 'bg-db', 'net-2', 'log'];
const stacks: readonly ScriptedStack[] = [
  { thread: 'main', at: 0, stack: ['com.example.Cart.total'], state: threadState.monitor },
  { thread: 'bg-db', at: 0, stack: ['com.example.Repo.save'], state: threadState.monitor },
];
const message = { from: 90, to: 910 };

async function reports(waits: readonly ScriptedWait[], lag?: typeof message) {
  return reportsOf(scriptedLocks(names, waits, stacks, 1_000, lag));
}

async function reportsOf(messages: readonly Message[]) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens owners '));
  try {
    const path = join(folder, 'locks.laglens');
    await writeFile(path, await sessionBytes(messages));
    const { out: json } = await runCommand(['report', path, '--json'], { folder });
    const { out: text } = await runCommand(['report', path], { folder });
    return { text, report: JSON.parse(json) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a report lists the owners of a lag’s waits from main’s to the last', async () => {
  const { report } = await reports(
    [
      { thread: 'main', for: 'Repo', from: 100, to: 900, owners: { 120: 'bg-db' } },
      { thread: 'bg-db', for: 'Cache', from: 50, to: 890, owners: { 70: 'net-2' } },
    ],
    message,
  );
  const [lag] = report.lags;
  const frame = { class: 'com.example.Repo', method: 'save', label: 'Repo.save', file: 'Repo.java', line: 1 };
  assert.deepEqual(lag.owners, [
    {
      waiter: 'main',
      object: 'com.example.Repo',
      owner: 'bg-db',
      nice: null,
      ownerFrame: frame,
      startMs: 100,
      durationMs: 800,
      open: false,
    },
    {
      waiter: 'bg-db',
      object: 'com.example.Cache',
      owner: 'net-2',
      nice: null,
      ownerFrame: null,
      startMs: 50,
      durationMs: 840,
      open: false,
    },
  ]);
  assert.deepEqual([lag.deadlock, report.deadlocks], [false, []]);
  assert.deepEqual(lag.endedBy, { thread: 'bg-db', certain: true, frame });
});

test('a deadlock is a fact of the lag and of the report', async () => {
  const { report, text } = await reports(
    [
      { thread: 'main', for: 'Repo', from: 100, to: 900, owners: { 120: 'bg-db', 320: 'bg-db' } },
      { thread: 'bg-db', for: 'Cache', from: 200, to: 880, owners: { 220: 'main' } },
    ],
    message,
  );
  assert.equal(report.lags[0].deadlock, true);
  assert.equal(report.lags[0].cause.rule, 'deadlock');
  assert.deepEqual(
    report.deadlocks.map((each: Readonly<Record<string, unknown>>) => [each.run, each.startMs, each.durationMs, each.open]),
    [[0, 200, 680, false]],
  );
  assert.ok(text.includes('\n1 deadlock:\n  0.200 s  680 ms\n      main waits for Repo held by bg-db: Repo.save (Repo.java:1)\n'), text);
});

test('a deadlock of other threads is reported without a lag', async () => {
  const { report, text } = await reports([
    { thread: 'net-2', for: 'Repo', from: 100, owners: { 320: 'log' } },
    { thread: 'log', for: 'Cache', from: 200, owners: { 220: 'net-2' } },
  ]);
  assert.deepEqual(report.lags, []);
  assert.equal(report.deadlocks.length, 1);
  assert.match(
    text,
    /\n1 deadlock:\n {2}0\.200 s {2}(> )?800 ms\n {6}net-2 waits for Repo held by log\n {6}log waits for Cache held by net-2/,
  );
});

test('a deadlock of iOS that lasted to the end of the recording is in the report', async () => {
  const { report, text } = await reportsOf([...deadlockedPhone().messages, ...deadlockNames, phoneTick(900)]);
  const [lag] = report.lags;
  assert.deepEqual([lag.deadlock, lag.cause.rule, report.deadlocks.length], [true, 'deadlock', 1]);
  assert.match(text, /1 deadlock:\n {2}0\.320 s {2}> 580 ms\n {6}main waits for pthread_mutex_lock held by db: Database\.save\(\)/);
  assert.match(text, /\n {6}db waits for pthread_mutex_lock held by main: Cart\.total\(\)/);
});
