import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileWithSanitizers } from '../sanitized.ts';

const execute = promisify(execFile);
const targets = { arm64: 'aarch64-linux-gnu', x86_64: 'x86_64-linux-gnu' } as const;

suite('where the caller of an interrupted function is', { timeout: 600_000 }, () => {
  let folder: string;
  let program: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-prologues-'));
    program = await compileWithSanitizers('prologues', folder, 'ios/sampling/prologue.c');
  });
  after(() => rm(folder, { recursive: true }));

  for (const [arch, target] of Object.entries(targets)) {
    test(`is found at each place that an assembler was given (${arch})`, async () => {
      const [object, code] = [join(folder, `${arch}.o`), join(folder, `${arch}.bin`)];
      const source = fileURLToPath(new URL(`../native/prologues-${arch}.S`, import.meta.url));
      const features = arch === 'arm64' ? ['-march=armv8.3-a'] : [];
      await execute('clang-19', [`--target=${target}`, ...features, '-c', source, '-o', object]);
      await execute('llvm-objcopy-19', ['-O', 'binary', '-j', '.text', object, code]);
      const { stdout: symbols } = await execute('llvm-nm-19', [object]);
      const places = [...symbols.matchAll(/^([0-9a-f]+) t ((link|frame|stack|unknown)_\w+)$/gm)];
      assert.ok(places.length >= 10);
      const { stdout: answers } = await execute(program, [arch, code, ...places.map(([, offset = '']) => offset)]);
      const found = answers.trim().split('\n');
      for (const [at, [, , name, where]] of places.entries()) assert.equal(found[at], where, name);
    });
  }
});
