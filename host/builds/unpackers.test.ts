import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';
import { nodeUnpackers } from './unpackers.ts';

const text = Buffer.from(Array.from({ length: 40_000 }, (_, i) => `${(i * i) % 977} `).join(''));
const samples = { text, zeros: Buffer.alloc(300_000), nothing: Buffer.alloc(0), little: Buffer.from('shop') };

for (const [name, bytes] of Object.entries(samples)) {
  test(`what is packed of ${name} comes out again`, () => {
    assert.ok(bytes.equals(nodeUnpackers.zlib(deflateSync(bytes), bytes.length)));
    assert.ok(bytes.equals(nodeUnpackers.deflate(deflateRawSync(bytes), bytes.length)));
    assert.ok(bytes.equals(nodeUnpackers.zstd(zstdCompressSync(bytes), bytes.length)));
  });
}

test('less or more than promised is never given out', () => {
  assert.throws(() => nodeUnpackers.zlib(deflateSync(text), text.length - 2), /larger than/);
  assert.throws(() => nodeUnpackers.zstd(zstdCompressSync(text, { pledgedSrcSize: text.length }), text.length - 1), /where \d+ are left/);
  assert.equal(nodeUnpackers.zlib(deflateSync(text), text.length + 9).length, text.length);
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
