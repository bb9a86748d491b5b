import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { shop, writeSession } from '../../../../tests/core/written-session.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';
import { lakeQuestions } from '../../core/questions.ts';
import { tableNames } from '../../core/tables.ts';
import { Lake } from '../../host/open-lake.ts';
import { filesBelow, wholeRows } from './whole-rows.ts';

let folder = '';

async function lake(...args: readonly string[]): Promise<string> {
  const { code, out, said } = await runCommand(['lake', ...args], { folder });
  assert.equal(code, 0, said);
  return out.trimEnd();
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens odd lakes '));
  const session = { version: '1', device: 'Pixel 9', day: 0 };
  await writeSession(folder, { ...session, name: 'lags', lags: [{ lengthMs: 300, frame: `${shop}.Cart.total:12` }] });
  await writeSession(folder, { ...session, name: 'calm', day: 1, lags: [] });
  await lake('add', 'fleet', 'lags.laglens');
});
after(() => rm(folder, { recursive: true, force: true }));

describe('a lake', () => {
  test('is kept, asked and tidied in a folder of any name', async () => {
    for (const name of ['[1] {a,b}', '?*', `-it's "here" #%41 & $HOME a\\b ü\u{1F600}`]) {
      const place = `./${name}/fleet ${name}`;
      await mkdir(join(folder, name), { recursive: true });
      await lake('add', place, 'lags.laglens');
      assert.equal(await lake('query', place, 'SELECT count(*) AS n FROM lags', '--csv'), 'n\n1', name);
      await lake('add', place, 'calm.laglens');
      assert.equal(await lake('query', place, 'SELECT count(*) AS n FROM sessions', '--csv'), 'n\n2', name);
      await lake('tidy', place, '--now');
      assert.equal(await lake('query', place, 'SELECT count(*) AS n FROM sessions', '--csv'), 'n\n2', name);
    }
  });

  test('takes all sessions of a folder, and no other file of it', async () => {
    await mkdir(join(folder, 'several'));
    for (const name of ['lags.laglens', 'calm.laglens']) await cp(join(folder, name), join(folder, 'several', name));
    for (const name of ['notes.txt', '.lags.laglens.partial']) await writeFile(join(folder, 'several', name), 'x');
    assert.equal(await lake('add', 'of-folder', 'several'), 'Sessions: 2 added, 0 already there, 0 skipped.');
    assert.equal(await lake('add', 'of-folder', 'several', 'lags.laglens'), 'Sessions: 0 added, 3 already there, 0 skipped.');
  });

  test('does not read a neighbour whose name its own would match', async () => {
    await cp(join(folder, 'fleet'), join(folder, 'fleet a'), { recursive: true });
    await lake('add', './fleet [ab]', 'calm.laglens');
    assert.equal(await lake('query', './fleet [ab]', 'SELECT count(*) AS n FROM lags', '--csv'), 'n\n0');
  });

  test('without lags answers every ready question', async () => {
    await lake('add', 'calm', 'calm.laglens');
    assert.deepEqual((await readdir(join(folder, 'calm'))).includes('lags'), false);
    for (const { name } of lakeQuestions) await lake('query', 'calm', name);
    for (const table of tableNames) await lake('query', 'calm', `SELECT count(*) FROM ${table}`);
    assert.equal(await lake('query', 'calm', 'SELECT count(*) AS n, max(us) AS us FROM lags', '--csv'), 'n,us\n0,');
    await lake('query', 'calm', '--html', 'calm.html');
  });

  test('whose table lies elsewhere by a symbolic link is refused, and nothing is read or changed there', async () => {
    for (const table of [...tableNames, 'manifests']) {
      const [linked, outside] = [`linked-${table}`, `outside-${table}`];
      await cp(join(folder, 'fleet'), join(folder, linked), { recursive: true });
      await rename(join(folder, linked, table), join(folder, outside)).catch(() => mkdir(join(folder, outside)));
      await symlink(join(folder, outside), join(folder, linked, table));
      const before = await filesBelow(join(folder, outside));
      for (const args of [
        ['query', linked, 'SELECT 1'],
        ['add', linked, 'calm.laglens'],
        ['tidy', linked, '--now'],
      ]) {
        const { code, said } = await runCommand(['lake', ...args], { folder });
        assert.equal(code, 1, `${table}: ${args}`);
        assert.match(said, new RegExp(`${table} is a symbolic link`), said);
      }
      assert.deepEqual(await filesBelow(join(folder, outside)), before);
    }
  });

  test('may be a symbolic link itself', async () => {
    await symlink(join(folder, 'fleet'), join(folder, 'by-link'));
    assert.deepEqual(await wholeRows(folder, 'by-link'), await wholeRows(folder, 'fleet'));
  });
});

describe('a question', () => {
  /** Streams for hours; its rows are few. */
  const endless = 'SELECT range FROM range(1000000000000) WHERE hash(range) = 0';

  test('ends when it is cancelled, before, at and after its begin', async () => {
    const opened = await Lake.open(join(folder, 'fleet'));
    try {
      await assert.rejects(opened.ask(endless, AbortSignal.abort()), { name: 'AbortError' });
      const [early, late] = [new AbortController(), new AbortController()];
      const first = opened.ask(endless, early.signal);
      early.abort();
      await assert.rejects(first, { name: 'AbortError' });
      const second = opened.ask(endless, late.signal);
      const { user } = process.cpuUsage();
      // The engine's threads are at work.
      while (process.cpuUsage().user - user < 300_000) await new Promise((resolve) => setImmediate(resolve));
      late.abort();
      await assert.rejects(second, { name: 'AbortError' });
      assert.deepEqual((await opened.ask('SELECT count(*) AS n FROM lags', new AbortController().signal)).rows, [['1']]);
    } finally {
      opened.close();
    }
  });

  test('that needs more memory than it may take fails with the next step, and the lake answers others', async (t) => {
    // A container of 256 MB leaves 128 to the engine.
    t.mock.method(process, 'constrainedMemory', () => 256 * 2 ** 20);
    const opened = await Lake.open(join(folder, 'fleet'));
    try {
      const { signal } = new AbortController();
      const asked = opened.ask('SELECT count(*) FROM (SELECT range, list(range) FROM range(30000000) GROUP BY range)', signal);
      await assert.rejects(asked, { code: 'query-failed', message: 'The query failed, as it needs more memory than it may take.' });
      assert.deepEqual((await opened.ask('SELECT count(*) AS n FROM lags', signal)).rows, [['1']]);
    } finally {
      opened.close();
    }
  });
});
