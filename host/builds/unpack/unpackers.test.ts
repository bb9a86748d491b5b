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

test('a claim that is not true takes no memory', () => {
  const claim = 1 << 30;
  const packed = { zlib: deflateSync(text), deflate: deflateRawSync(text), zstd: zstdCompressSync(text, { pledgedSrcSize: text.length }) };
  for (const method of ['zlib', 'deflate', 'zstd'] as const) {
    const before = process.memoryUsage.rss();
    assert.equal(nodeUnpackers[method](packed[method], claim).length, text.length);
    const grown = process.memoryUsage.rss() - before;
    assert.ok(grown < 100 << 20, `${method}: ${grown} bytes`);
  }
});
