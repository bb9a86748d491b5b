import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { BOMB_ID, packedApk, packedElf } from './symbol-bombs.ts';

const execute = promisify(execFile);
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-bombs-'));
});
after(() => rm(folder, { recursive: true }));

test('the packed library is one to others, with seven sections that promise what they hold', async () => {
  const path = join(folder, 'bomb.so');
  const bytes = packedElf(4);
  await writeFile(path, bytes);
  const { stdout } = await execute('llvm-readelf-19', ['--notes', '--sections', '--wide', path]);
  assert.match(stdout, new RegExp(`Build ID: ${BOMB_ID}`));
  assert.equal(stdout.match(/\.debug_\w+ +PROGBITS .* C /g)?.length, 7);
  assert.ok(bytes.length < 2_000, `${bytes.length} bytes`);
  const { stdout: text } = await execute('llvm-readelf-19', ['--decompress', '--hex-dump=.debug_addr', path], { maxBuffer: 1 << 30 });
  assert.match(text, /0x003ffff0 00000000 00000000 00000000 00000000/, 'the last 16 of 4 MiB');
});

test('the packed archive is one to others, and names one stream often', async () => {
  const path = join(folder, 'bomb.apk');
  await writeFile(path, await packedApk(4, 5));
  const { stdout } = await execute('unzip', ['-l', path]);
  assert.equal(stdout.match(/ 4194320 .*liba0000\d\.so/g)?.length, 5);
});
