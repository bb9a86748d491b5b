import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type CommandOutput, runCommand } from '../../../tests/host/run-command.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens convert '));
});
afterEach(() => rm(folder, { recursive: true }));

async function laglens(...args: readonly string[]): Promise<CommandOutput> {
  return runCommand(args, { folder });
}

test('a session becomes folded stacks by its ending, packed if asked', async () => {
  const { code, out, said } = await laglens('convert', sample, 'shop.folded.gz');
  assert.deepEqual([code, out], [0, `${join(folder, 'shop.folded.gz')}\n`], said);
  const lines = gunzipSync(await readFile(join(folder, 'shop.folded.gz'))).toString();
  assert.match(lines, /^\[main tid=\d+\];Main\.main;.*;ImageDecoder\.decode \d+$/m);
  assert.deepEqual(await readdir(folder), ['shop.folded.gz']);
});

test('packed folded stacks become a session, with a report of what was assumed', async () => {
  await writeFile(join(folder, 'stacks'), gzipSync('main;com.example.Cart.total 30\n'));
  const { code, said } = await laglens('convert', 'stacks', 'out.laglens');
  assert.equal(code, 0, said);
  assert.match(said, /Imported from stacks, folded stacks\.\nRead: 1 stack\.\nCounts are samples, one each 10 ms/);
  const report = await laglens('report', 'out.laglens', '--tree');
  assert.match(report.out, /out\.laglens, 0\.3 s, 1 rows? of samples\nApp +com\.example\n/);
});

test('a report reads another tool’s file at once', async () => {
  const frames = [{ name: 'com.example.Cart.total' }];
  const profile = { type: 'sampled', name: 'main', unit: 'milliseconds', startValue: 0, endValue: 250, samples: [[0]], weights: [250] };
  await writeFile(join(folder, 'cart.json'), JSON.stringify({ profiles: [profile], shared: { frames } }));
  const { code, out, said } = await laglens('report', 'cart.json', '--package', 'com.example');
  assert.equal(code, 0, said);
  assert.match(out, /1 lag over 100 ms/);
  assert.match(out, /Cart\.total/);
  assert.match(said, /Imported from cart\.json, speedscope\./);
});

test('a file that is there stays, and unknown formats are named', async () => {
  await writeFile(join(folder, 'a.folded'), 'mine');
  const taken = await laglens('convert', sample, 'a.folded');
  assert.equal(taken.code, 2);
  assert.equal(await readFile(join(folder, 'a.folded'), 'utf8'), 'mine');
  assert.match((await laglens('convert', sample, 'b.bin')).said, /has no ending of laglens, speedscope, folded/);
  assert.match((await laglens('convert', 'a.folded', 'b.laglens')).said, /\[format-unknown\]/);
  assert.match((await laglens('convert', sample, 'b.laglens')).said, /is a session already/);
  assert.deepEqual(await readdir(folder), ['a.folded']);
});

test('a file is not replaced by its own conversion, also by another name', async () => {
  const frames = [{ name: 'com.example.Cart.total' }];
  const profile = { type: 'sampled', name: 'main', unit: 'milliseconds', startValue: 0, endValue: 250, samples: [[0]], weights: [250] };
  const text = JSON.stringify({ profiles: [profile], shared: { frames } });
  await writeFile(join(folder, 'own.speedscope.json'), text);
  await symlink('own.speedscope.json', join(folder, 'other.folded'));
  for (const output of ['own.speedscope.json', './own.speedscope.json', 'other.folded']) {
    const { code, said } = await laglens('convert', 'own.speedscope.json', output, '--force');
    assert.equal(code, 2);
    assert.match(said, /would replace the file that it is made of/);
  }
  assert.equal(await readFile(join(folder, 'own.speedscope.json'), 'utf8'), text);
});

test('a damaged session and an empty file are named', async () => {
  await writeFile(join(folder, 'torn.laglens'), 'no session');
  await writeFile(join(folder, 'empty.json'), '');
  assert.match((await laglens('report', 'torn.laglens')).said, /^torn\.laglens: The file is no Laglens session/);
  assert.match((await laglens('diff', sample, 'torn.laglens')).said, /^torn\.laglens: /);
  const foreign = await laglens('symbolicate', 'torn.laglens');
  assert.match(foreign.said, /or convert another tool’s file first: `laglens convert FILE NEW\.laglens`\./);
  assert.match((await laglens('report', 'empty.json')).said, /^empty\.json is empty\./);
});

test('a profile without samples says so', async () => {
  const profile = { type: 'sampled', name: 'main', unit: 'milliseconds', startValue: 0, endValue: 0, samples: [], weights: [] };
  const $schema = 'https://www.speedscope.app/file-format-schema.json';
  await writeFile(join(folder, 'empty.json'), JSON.stringify({ $schema, profiles: [profile], shared: { frames: [] } }));
  const { code, said } = await runCommand(['report', 'empty.json'], { folder });
  assert.equal(code, 0);
  assert.match(said, /^No thread has samples, so there are no stacks\.$/m);
  assert.match(said, /^Read: 1 thread\.$/m);
});
