import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DEFAULT_LIMITS, limitsOf, MIB } from '../core/analysis/lags/app-limits.ts';
import { SessionModel } from '../core/session/model/model.ts';
import { idle, message, ms } from '../tests/core/analyzed-app.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { scriptedApp } from '../tests/core/scripted-app.ts';
import { ScriptedPhone } from '../tests/core/scripted-phone.ts';
import { runCommand } from '../tests/host/run-command.ts';
import { reportText } from './report/report-text.ts';
import { sessionReport } from './report/session-report.ts';

const second = 1_000 * ms;
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens report '));
  const phone = new ScriptedPhone().idle(second);
  for (const megabytes of [500, 600, 640, 600]) phone.idle(second).counters({ footprintBytes: megabytes * MIB, cpuUs: 2 * second });
  await writeFile(join(folder, 'app.laglens'), await sessionBytes(phone.messages));
});
after(() => rm(folder, { recursive: true, force: true }));

const report = (...args: readonly string[]) => runCommand(['report', 'app.laglens', ...args], { folder });
const kindsOf = async (...args: readonly string[]): Promise<readonly string[]> =>
  JSON.parse((await report('--json', ...args)).out).lags.map(({ kind }: { readonly kind: string }) => kind);

test('limits of the command line are those of the settings, in their units', async () => {
  assert.deepEqual(await kindsOf(), []);
  assert.deepEqual(await kindsOf('--limit', 'memoryMB=599'), ['memory']);
  assert.deepEqual(await kindsOf('--limit', 'memoryGrowthMB=139'), ['growth']);
  assert.deepEqual(await kindsOf('--limit', 'memoryGrowthMB=140'), []);
  // Two of six cores.
  assert.deepEqual(await kindsOf('--limit', 'cpu=33'), ['cpu']);
  assert.deepEqual(await kindsOf('--limit', 'cpu=34'), []);
  assert.deepEqual([...(await kindsOf('--limit', 'cpu=33', '--limit', 'memoryMB=599'))].sort(), ['cpu', 'memory']);
});

test('a lag of memory says how much was used, and for how long', async () => {
  const { out } = await report('--limit', 'memoryMB=550');
  // Over 550 MB from the second counter's period on, which begins at 2 s.
  assert.match(out, /^1 lag over 100 ms: 1 load$/m);
  assert.match(out, /^ {2}2\.000 s {2}> 3000 ms {2}memory /m);
  assert.match(out, /The app used up to 640 MB of memory for 3\.00 s\./);
});

test('an unknown limit is refused with the known names', async () => {
  for (const wrong of ['memoryMB=1e3', 'disk=5', 'memoryMB', 'cpu=high', 'cpu=-1']) {
    const { code, said } = await report('--limit', wrong);
    assert.equal(code, 2, wrong);
    assert.match(said, /cpu, battery, memoryMB, memoryGrowthMB/);
  }
});

test('limits that nobody wrote are the defaults', () => {
  assert.deepEqual(limitsOf({}), DEFAULT_LIMITS);
  const written = { cpuShare: 0.5, batteryCores: 1.2, memoryBytes: 1_048_576, growthBytes: 0 };
  assert.deepEqual(limitsOf({ cpu: 50, battery: 120, memoryMB: 1, memoryGrowthMB: 0 }), written);
});

test('where rows were dropped, no lag is denied before', () => {
  const model = new SessionModel({ rows: 100 });
  const work = (us: number) => [message(us, 'com.example.Feed.draw:3'), idle(20 * ms)];
  const deeds = [...work(400 * ms), ...Array.from({ length: 200 }, () => work(5 * ms)).flat()];
  for (const each of scriptedApp(deeds)) model.apply(each);
  assert.ok(model.drops > 0);
  const text = reportText(sessionReport(model, { name: 'x', thresholdUs: 100_000, isAppClass: () => true, tree: false }));
  const since = (model.keptBeginUs / 1e6).toFixed(1);
  assert.match(text, new RegExp(`^No lag over 100 ms began after ${since} s\\.$`, 'm'));
});
