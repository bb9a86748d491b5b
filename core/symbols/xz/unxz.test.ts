import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SymbolError } from '../bytes/symbol-error.ts';
import { unxz } from './unxz.ts';

const program = readFileSync(process.execPath).subarray(0, 600_000);
const text = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `${i % 7} frames of ${(i * i) % 1013}\n`).join(''));
/** Bytes that no packer makes smaller, the same on each run. */
const noise = Buffer.concat(Array.from({ length: 3_000 }, (_, i) => createHash('sha256').update(String(i)).digest()));

const xz = (bytes: Uint8Array, ...argv: readonly string[]): Buffer =>
  execFileSync('xz', ['--stdout', ...argv], { input: bytes, maxBuffer: 1 << 28 });

for (const [name, bytes] of Object.entries({ program, text, noise, nothing: Buffer.alloc(0), zeros: Buffer.alloc(1 << 20) })) {
  for (const argv of [
    ['-6'],
    ['-0', '--check=crc32'],
    ['-9e', '--check=sha256'],
    ['--block-size=64KiB', '--threads=2'],
    ['--lzma2=lc=1,lp=3,pb=1'],
  ]) {
    test(`what xz ${argv.join(' ')} packs of ${name} comes out again`, () => {
      assert.ok(bytes.equals(unxz(xz(bytes, ...argv), 'x', 4_000_000)));
    });
  }
}

test('more than the limit is refused before it is there', () => {
  assert.throws(() => unxz(xz(Buffer.alloc(1 << 24)), 'x.so .gnu_debugdata', 1 << 20), {
    reason: 'malformed',
    message: /^x\.so \.gnu_debugdata at 0x[0-9a-f]+: expected at most 1048576 unpacked bytes, found more\.$/,
  });
});

test('filters for machine code are refused by their number', () => {
  assert.throws(() => unxz(xz(program, '--x86', '--lzma2'), 'x', 1 << 23), {
    reason: 'unsupported',
    message: /found 2 filters, first 4\.$/,
  });
});

test('cut off anywhere, or with any byte changed, it ends in a SymbolError or in bytes', () => {
  const whole = xz(text.subarray(0, 5000), '-6');
  for (let end = 0; end < whole.length - 40; end++) assert.throws(() => unxz(whole.subarray(0, end), 'x', 1 << 20), SymbolError);
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole);
    damaged[at] = 255 - (damaged[at] ?? 0);
    try {
      assert.ok(unxz(damaged, 'x', 1 << 20).length <= 1 << 20);
    } catch (error) {
      assert.ok(error instanceof SymbolError, String(error));
    }
  }
});
