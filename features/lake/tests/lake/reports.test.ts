import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { shop, writeSession } from '../../../../tests/core/written-session.ts';
import { anrTrace } from '../../../../tests/fixtures/field-reports/anr-trace.ts';
import { canaryLag, evilMethod } from '../../../../tests/fixtures/field-reports/canary-issue.ts';
import { ksHang } from '../../../../tests/fixtures/field-reports/matrix-report.ts';
import { zipOf } from '../../../../tests/fixtures/made-archives.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';

const questions = ['worst-groups', 'devices', 'sessions', 'budget', 'noise', 'trend', 'new-groups', 'regressions', 'fixed'] as const;

test('reports from users’ phones are counted by group and device, and change no rate of captures', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens reports '));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const lake = async (...args: readonly string[]) => {
    const { code, out, said } = await runCommand(['lake', ...args], { folder });
    assert.equal(code, 0, said);
    return out;
  };
  const rows = async (question: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    JSON.parse(await lake('query', 'fleet', question, '--json'));
  const lags = [{ lengthMs: 300, frame: `${shop}.Cart.total:12` }];
  for (const [at, version] of ['1.0', '1.1'].entries()) {
    const captured = await writeSession(folder, { name: `captured-${version}`, version, device: 'Pixel 9', day: at, lags });
    await lake('add', 'fleet', captured, '--app-version', version);
  }
  const before = await Promise.all(questions.map(rows));
  assert.equal(before[1]?.length, 1);
  const reports = {
    'anr.txt': anrTrace,
    'canary.json': JSON.stringify([evilMethod(), canaryLag()]),
    'hang.json': JSON.stringify(ksHang()),
  };
  for (const [name, text] of Object.entries(reports)) await writeFile(join(folder, name), text);
  await lake('add', 'fleet', ...Object.keys(reports), '--app-version', '1.2');
  assert.deepEqual(await Promise.all(questions.map(rows)), before);
  const counted = await rows('reports');
  // The ANR and the second half blame Cart.total, in another session each.
  assert.equal(
    counted.reduce((sum, row) => sum + Number(row.lags), 0),
    4,
  );
  assert.ok(counted.every((row) => row.reports === 1));
  assert.deepEqual(
    (await rows("SELECT count(*) AS reports FROM sessions WHERE device_kind = 'import'")).map((row) => row.reports),
    [3],
  );
});

test('two reports of one zip are two sessions, and a folder without recordings is named', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens packed '));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'both.zip'), zipOf({ 'a.txt': anrTrace, 'b.json': JSON.stringify(ksHang()) }));
  await mkdir(join(folder, 'empty'));
  const add = async () => await runCommand(['lake', 'add', 'fleet', 'both.zip!/a.txt', 'both.zip!/b.json', 'empty'], { folder });
  const first = await add();
  assert.deepEqual([first.code, first.out], [0, 'Sessions: 2 added, 0 already there, 0 skipped.\n'], first.said);
  assert.match(first.said, /^empty has no \.laglens files\. Name the files of other tools themselves\.$/m);
  assert.equal((await add()).out, 'Sessions: 0 added, 2 already there, 0 skipped.\n');
  const nowhere = await runCommand(['lake', 'query', 'nowhere', 'reports'], { folder });
  assert.match(nowhere.said, /nowhere could not be opened: it does not exist\.$/m);
});
