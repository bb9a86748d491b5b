import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { BackgroundInflate } from './background-inflate.ts';

/** Nothing that zlib could make small, then what it can: chunks end anywhere. */
const plain = Buffer.concat([randomBytes(9_000_001), Buffer.alloc(9_000_000, 'laglens'), randomBytes(333)]);
const packed = deflateSync(plain);
const BEFORE = 77;

async function unpacking(
  bytes: Uint8Array,
  size = plain.length,
): Promise<{ readonly inflate: BackgroundInflate; readonly [Symbol.asyncDispose]: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-inflate-'));
  const path = join(folder, 'packed');
  await writeFile(path, Buffer.concat([Buffer.alloc(BEFORE), bytes, Buffer.alloc(100, 1)]));
  const inflate = new BackgroundInflate(path, BEFORE, bytes.length, size);
  return {
    inflate,
    [Symbol.asyncDispose]: async () => {
      inflate.close();
      await rm(folder, { recursive: true });
    },
  };
}

test('parts of what is unpacked can be had in any order, within chunks and across them', async () => {
  await using made = await unpacking(packed);
  const { inflate } = made;
  assert.equal(inflate.part({ size: plain.length, offset: 0, length: 0 }).length, 0);
  const ranges = [
    [0, 10],
    [4_194_300, 20],
    [17_999_000, 1_333],
    [3, 12_000_000],
    [8_388_608, 1],
    [0, plain.length],
  ] as const;
  for (const [offset, length] of ranges) {
    const part = inflate.part({ size: plain.length, offset, length });
    assert.ok(Buffer.compare(part, plain.subarray(offset, offset + length)) === 0, `${length} bytes at ${offset}`);
  }
});

test('bytes that end too early are answered short', async () => {
  await using made = await unpacking(deflateSync(plain.subarray(0, 1_000)));
  assert.equal(made.inflate.part({ size: plain.length, offset: 900, length: 500 }).length, 100);
});

test('packed bytes that are damaged fail with zlib’s words, also when asked again, and what came before can be had', async () => {
  const broken = Buffer.from(packed);
  broken.fill(0xff, broken.length - 1_000_000, broken.length - 900_000);
  await using made = await unpacking(broken);
  const whole = { size: plain.length, offset: 0, length: plain.length };
  assert.throws(() => made.inflate.part(whole), /^Error: (invalid|incorrect|unexpected)/);
  assert.throws(() => made.inflate.part(whole), /^Error: (invalid|incorrect|unexpected)/);
  assert.equal(made.inflate.part({ ...whole, length: 100 }).length, 100);
});

test('more than was promised is not kept', async () => {
  await using made = await unpacking(packed, 10_000_000);
  assert.throws(() => made.inflate.part({ size: 10_000_000, offset: 0, length: 10_000_000 }), /more than 10000000 bytes/);
});

test('a file that is gone fails instead of waiting', () => {
  const inflate = new BackgroundInflate('/nowhere/packed', 0, 10, 100);
  assert.throws(() => inflate.part({ size: 100, offset: 0, length: 1 }), /ENOENT/);
  inflate.close();
});
