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
  assert.ok(Buffer.concat([text, text]).equals(nodeUnpackers.zstd(Buffer.concat([unsized, unsized]), 2 * text.length)));
  assert.throws(() => nodeUnpackers.zstd(Buffer.concat([unsized, unsized]), 2 * text.length - 1), /more than \d+ bytes/);
});

test('a zstd frame without its size is refused when it asks for a window of gigabytes', () => {
  // RFC 8878, 3.1.1.1.2: 0xa8 is 2^(10 + 21) bytes; then one block of a repeated byte.
  assert.throws(() => nodeUnpackers.zstd(Buffer.from('28b52ffd00a8' + '23000041', 'hex'), 4), /a window of 2147483648 bytes/);
  assert.equal(Buffer.from(nodeUnpackers.zstd(Buffer.from('28b52ffd0058' + '23000041', 'hex'), 4)).toString(), 'AAAA');
});

test('what a file claims to become is believed as far as bytes come', () => {
  const claim = 300 * text.length;
  const packed = { zlib: deflateSync(text), deflate: deflateRawSync(text), zstd: zstdCompressSync(text, { pledgedSrcSize: text.length }) };
  for (const method of ['zlib', 'deflate', 'zstd'] as const) {
    const { length, buffer } = nodeUnpackers[method](packed[method], claim);
    assert.equal(length, text.length);
    assert.ok(buffer.byteLength <= Math.max(16 * packed[method].length, 2 * length), `${method}: ${buffer.byteLength} bytes for ${length}`);
  }
});

test('a zstd frame of more bytes than its blocks can hold is refused', () => {
  // RFC 8878, 3.1.1: 1 GB in a frame of one segment, in one block of 131,072 bytes at most.
  assert.throws(
    () => nodeUnpackers.zstd(Buffer.from('28b52ffda0' + '00000040' + '1d0000' + '000000', 'hex'), 2 ** 30),
    /in blocks of 131072/,
  );
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
