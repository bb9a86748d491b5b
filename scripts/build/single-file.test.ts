import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startDemoApp } from '../../tests/demo-app/start-demo-app.ts';
import { build } from '../build.ts';
import { oneAtATime } from '../setup/lock.ts';
import { buildSingleFile } from './single-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let built: Promise<Uint8Array> | undefined;

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly said: string;
}

/** A folder with nothing but the file, and its runs there: without a checkout, packages, or variables of the environment. */
async function aloneIn(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-alone-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  built ??= oneAtATime(join(root, 'dist.lock'), async () => {
    await build();
    return readFile(await buildSingleFile(root));
  });
  await writeFile(join(folder, 'laglens.mjs'), await built);
  const env = { TMPDIR: temporary, HOME: folder, PATH: '/usr/bin:/bin' };
  const run = (args: readonly string[], also: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    new Promise((resolve) => {
      execFile(process.execPath, ['laglens.mjs', ...args], { cwd: folder, env: { ...env, ...also } }, (error, out, said) =>
        resolve({ code: error === null ? 0 : error.code, out, said }),
      );
    });
  return { folder, temporary, run };
}

test('the file alone judges, reports, compares and records, and leaves nothing behind', async (t) => {
  const { folder, temporary, run } = await aloneIn(t);
  await copyFile(join(root, 'media/sample/shop.laglens'), join(folder, 'shop.laglens'));
  // The sample has 18 lags (media/sample), none of a second.
  const budget = (overMs: number): string =>
    JSON.stringify({ overMs, leastSeconds: 20, rules: [{ measure: 'count', overMs, mostPerMinute: 0 }] });
  await writeFile(join(folder, 'holds.json'), budget(1_000));
  await writeFile(join(folder, 'breaks.json'), budget(100));

  const holds = await run(['check', 'shop.laglens', '--budget', 'holds.json', '--sarif', 'lags.sarif']);
  assert.deepEqual([holds.code, holds.said], [0, '']);
  assert.match(holds.out, /^The budget holds\.$/m);
  assert.match(await readFile(join(folder, 'lags.sarif'), 'utf8'), /"version": ?"2\.1\.0"/);
  assert.equal((await run(['check', 'shop.laglens', '--budget', 'breaks.json'])).code, 1);
  assert.equal((await run(['check', 'shop.laglens', '--budget', 'none.json'])).code, 2);

  assert.match((await run(['report', 'shop.laglens'])).out, /^18 lags over 100 ms/m);
  assert.equal((await run(['diff', 'shop.laglens', 'shop.laglens', '--html', 'changes.html'])).code, 0);
  assert.match(await readFile(join(folder, 'changes.html'), 'utf8'), /--vscode-/);

  assert.deepEqual(await readdir(temporary), []);
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  t.after(() => demo.stop());
  // Java's machines are found in the computer's folder for temporary files.
  const about = ['--device', 'jvm', '--app', 'com.example.shop.Main', '--pid', String(demo.pid), '--seconds', '2', '-o', 'own.laglens'];
  const recorded = await run(['record', ...about], { TMPDIR: tmpdir() });
  assert.equal(recorded.code, 0, recorded.said);
  assert.match((await run(['report', 'own.laglens'])).out, /com\.example\.shop/);
});

test('the file brings no way to the network but the extension’s, and says what it contains', async (t) => {
  const { folder } = await aloneIn(t);
  const text = await readFile(join(folder, 'laglens.mjs'), 'utf8');
  const ways = text.match(/(?:from|require\(|import\() ?["'](?:node:)?(?:https?|http2|dns|dgram|tls|undici|inspector)["']/g) ?? [];
  assert.deepEqual([...new Set(ways)], ['from"node:tls"']);
  assert.match(text, /^@devicefarmer\/adbkit 3\.\d+\.\d+ \(Apache-2\.0\)$/m);
});
