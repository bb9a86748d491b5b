import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { BUILD_ID, packedArchive, packedProgram } from './packed-programs.ts';

const execute = promisify(execFile);
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-bombs-'));
});
after(() => rm(folder, { recursive: true }));

test('a packed program is one to others, with two sections that promise what they hold', async () => {
  const path = join(folder, 'bomb.so');
  const bytes = packedProgram('zstd', 4 << 20);
  await writeFile(path, bytes);
  const { stdout } = await execute('llvm-readelf-19', ['--notes', '--sections', '--wide', path]);
  assert.match(stdout, new RegExp(`Build ID: ${BUILD_ID}`));
  assert.equal(stdout.match(/\.debug_\w+ +PROGBITS .* C /g)?.length, 2);
  assert.ok(bytes.length < 2_000, `${bytes.length} bytes`);
  const { stdout: text } = await execute('llvm-readelf-19', ['--decompress', '--hex-dump=.debug_str', path], { maxBuffer: 1 << 30 });
  assert.match(text, /0x003ffff0 00000000 00000000 00000000 00000000/, 'the last 16 of 4 MiB');
});

test('a packed archive is one to others, and names one stream often', async () => {
  const path = join(folder, 'bomb.apk');
  await writeFile(path, packedArchive(5, 1, 4 << 20));
  const { stdout } = await execute('unzip', ['-l', path]);
  assert.equal(stdout.match(/ 4194304 .*lib\d\.so/g)?.length, 5);
});
