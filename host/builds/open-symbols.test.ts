import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Mapping } from '../../core/symbols/retrace/mapping.ts';
import { OpenSymbols } from './open-symbols.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens open '));
});
afterEach(() => rm(folder, { recursive: true }));

/** 17 bytes. */
async function put(name: string, original = 'com.shop'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${original} -> a.b:\n`);
  return path;
}

async function open(symbols: OpenSymbols, path: string): Promise<Mapping> {
  const { size, mtimeMs: modifiedMs } = await stat(path);
  return symbols.mapping(path, { size, modifiedMs });
}

test('what was used last stays open, up to so many bytes of files', async () => {
  const [one, two, three] = [await put('one'), await put('two'), await put('three')];
  const symbols = new OpenSymbols({ held: 2 * 17, perQuestion: 0 });
  const first = await open(symbols, one);
  const second = await open(symbols, two);
  assert.equal(await open(symbols, one), first);
  await open(symbols, three);
  assert.equal(await open(symbols, one), first);
  assert.notEqual(await open(symbols, two), second);
});

test('one file alone may be larger than that', async () => {
  const symbols = new OpenSymbols({ held: 1, perQuestion: 0 });
  const path = await put('one');
  assert.equal(await open(symbols, path), await open(symbols, path));
});

test('a file that was written again is opened again, and not given to whoever means the old one', async () => {
  const symbols = new OpenSymbols({ held: 1000, perQuestion: 0 });
  const path = await put('one');
  const { size, mtimeMs: modifiedMs } = await stat(path);
  assert.equal(symbols.mapping(path, { size, modifiedMs }).originalClassName('a.b'), 'com.shop');
  await put('one', 'com.another');
  assert.throws(() => symbols.mapping(path, { size, modifiedMs }), { code: 'symbols-changed' });
  assert.equal((await open(symbols, path)).originalClassName('a.b'), 'com.another');
  await rm(path);
  assert.throws(() => symbols.mapping(path, { size, modifiedMs }), { code: 'symbols-missing' });
});
