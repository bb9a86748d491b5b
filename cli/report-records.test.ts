import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { idle, message, ms } from '../tests/core/analyzed-app.ts';
import { exitTrace, TRACE_SENTENCE } from '../tests/core/exit-traces.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { helloMessage } from '../tests/core/sample-stream.ts';
import { SCRIPT_START_US, scriptedApp } from '../tests/core/scripted-app.ts';
import { anrRecord, endRecord } from '../tests/core/system-records.ts';
import { anrTrace } from '../tests/fixtures/field-reports/anr-trace.ts';
import { runCommand } from '../tests/host/run-command.ts';

/** From 0.5 s to 1.1 s, and from 1.5 s to 1.62 s. */
const deeds = [
  idle(500 * ms),
  message(600 * ms, 'com.example.shop.Feed.show:10'),
  idle(400 * ms),
  message(120 * ms, 'com.example.shop.Cart.count:7'),
  idle(400 * ms),
];

test('an ANR is said of its lag, or of the process without one, and who ended the process', async (t) => {
  const records = [
    anrRecord(0, SCRIPT_START_US + 900 * ms, 'Input dispatching timed out'),
    anrRecord(0, SCRIPT_START_US + 100 * ms, 'Broadcast of Intent { act=a.b }'),
    endRecord(0, SCRIPT_START_US + 3_000 * ms, { reason: 3, importance: 400, rssBytes: 7_340_032, trace: 1 }),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'laglens report '));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'anr.laglens');
  await writeFile(path, await sessionBytes([...scriptedApp(deeds), ...records]));
  const report = (...more: readonly string[]) => runCommand(['report', path, ...more], { folder });
  const { out } = await report();
  assert.equal(out.match(/Input dispatching timed out/g)?.length, 1, out);
  assert.match(out, /Android recorded an ANR: Input dispatching timed out\.$/m);
  assert.match(out, /^Warning {3}Android recorded an ANR at 0\.1 s: Broadcast of Intent \{ act=a\.b \}\.$/m);
  assert.match(out, /^App {7}com\.example\.shop \(pid \d+\) — Android ended the process because memory was low\.$/m);
  const { lags, runs } = JSON.parse((await report('--json')).out);
  assert.deepEqual(lags[0].anr, { atMs: 900, text: 'Input dispatching timed out' });
  assert.deepEqual([lags[1].anr, lags[0].passedAnrLimitMs], [null, null]);
  const facts = { subreason: 0, status: 0, pssBytes: 0, text: '' };
  assert.deepEqual(runs[0].end, { reason: 3, importance: 400, rssBytes: 7_340_032, hasTrace: true, ...facts });
});

test('a barrier that stayed in the queue is a warning, and in the JSON', async (t) => {
  const barrier = { type: 'syncBarrier', beginUs: SCRIPT_START_US + 500 * ms, atUs: SCRIPT_START_US + 11_000 * ms, over: 1 } as const;
  const folder = await mkdtemp(join(tmpdir(), 'laglens report '));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'barrier.laglens');
  await writeFile(path, await sessionBytes([...scriptedApp(deeds), barrier]));
  const { out } = await runCommand(['report', path], { folder });
  assert.match(
    out,
    /^Warning {3}From 0\.5 s on main handled only asynchronous messages for 10\.50 s: a sync barrier stayed in its queue\.$/m,
  );
  const { syncBarriers } = JSON.parse((await runCommand(['report', path, '--json'], { folder })).out);
  assert.deepEqual(syncBarriers, [{ run: 0, startMs: 500, durationMs: 10_500, open: false }]);
});

test('Android’s trace of an ANR is in the text and in the JSON, with main and who held its lock', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens report '));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'trace.laglens');
  const messages = [...scriptedApp(deeds)];
  const hello = messages.find((each) => each.type === 'hello') ?? helloMessage(SCRIPT_START_US);
  const trace = { ...exitTrace(hello, 311, 0, anrTrace), wallUs: hello.wallUs - 90_000 * ms };
  await writeFile(path, await sessionBytes([...messages, trace]));
  const { out } = await runCommand(['report', path], { folder });
  assert.ok(out.includes(`ANR       ANR 1 min 30 s before the session (pid 311): ${TRACE_SENTENCE}`), out);
  assert.match(out, /^ {10}"main" Blocked\n {12}at com\.example\.Cart\.total\(Cart\.java:88\)$/m);
  const { anrTraces } = JSON.parse((await runCommand(['report', path, '--json'], { folder })).out);
  const { stacks, ...anr } = anrTraces[0];
  const wallMs = Math.round(trace.wallUs / 1_000);
  assert.deepEqual(anr, { run: null, atMs: -90_000, wallMs, pid: 311, text: TRACE_SENTENCE, deadlock: true, cut: false });
  assert.equal(stacks[6], '"db worker" Blocked');
});
