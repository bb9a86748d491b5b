import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';
import { nodeUnpackers } from './unpackers.ts';

const text = Buffer.from(Array.from({ length: 40_000 }, (_, i) => `${(i * i) % 977} `).join(''));
const samples = { text, zeros: Buffer.alloc(300_000), nothing: Buffer.alloc(0), little: Buffer.from('shop') };

for (const [name, bytes] of Object.entries(samples)) {
  test(`what zlib and zstd pack of ${name} comes out again`, () => {
    assert.ok(bytes.equals(nodeUnpackers.zlib(deflateSync(bytes), bytes.length)));
    assert.ok(bytes.equals(nodeUnpackers.deflate(deflateRawSync(bytes), bytes.length)));
    for (const level of [1, 19]) {
      for (const checksum of [0, 1]) {
        const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: checksum };
        assert.ok(bytes.equals(nodeUnpackers.zstd(zstdCompressSync(bytes, { params }), bytes.length)), `level ${level}`);
      }
    }
  });
}

test('several zstd frames, also without their sizes, are one section', () => {
  const half = text.length / 2;
  const sized = [text.subarray(0, half), text.subarray(half)].map((part) => zstdCompressSync(part, { pledgedSrcSize: part.length }));
  assert.ok(text.equals(nodeUnpackers.zstd(Buffer.concat(sized), text.length)));
  const unsized = zstdCompressSync(text, { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } });
  assert.ok(text.equals(nodeUnpackers.zstd(unsized, text.length)));
});

test('less or more than promised is never given out', () => {
  assert.throws(() => nodeUnpackers.zlib(deflateSync(text), text.length - 2), /larger than/);
  assert.throws(() => nodeUnpackers.zstd(zstdCompressSync(text, { pledgedSrcSize: text.length }), text.length - 1), /where \d+ are left/);
  assert.equal(nodeUnpackers.zlib(deflateSync(text), text.length + 9).length, text.length);
});

test('what is no frame of data is refused, in front and behind', () => {
  // A skippable frame (RFC 8878, 3.1.2) of 4 GB: no linker writes one.
  const skippable = Buffer.from('502a4d18f8ffffff', 'hex');
  assert.throws(() => nodeUnpackers.zstd(skippable, 10), /no zstd frame/);
  assert.throws(() => nodeUnpackers.zstd(Buffer.concat([zstdCompressSync(text), skippable]), text.length), /no zstd frame/);
});

test('a zstd file that is cut off anywhere is refused', () => {
  const whole = zstdCompressSync(text.subarray(0, 3000));
  for (let end = 1; end < whole.length; end++) assert.throws(() => nodeUnpackers.zstd(whole.subarray(0, end), 3000));
});

test('a zstd frame that would need a dictionary is refused', () => {
  assert.throws(() => nodeUnpackers.zstd(Buffer.from('28b52ffd2101000000', 'hex'), 10), /a zstd dictionary/);
});
