import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { constants, deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';
import { byFzstd, byNode, nodeUnpackers, unpackZstd } from './unpackers.ts';

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

const hex = (bytes: string): Buffer => Buffer.from(bytes.replaceAll(' ', ''), 'hex');

/** An older VS Code has fzstd only. */
for (const [name, by] of [
  ['Node', byNode],
  ['fzstd', byFzstd],
] as const) {
  describe(`zstd unpacked by ${name}`, () => {
    const unzstd = (packed: Uint8Array, size: number): Buffer => Buffer.from(unpackZstd(packed, size, by));

    it('gives what was packed at any level, with and without checksums', () => {
      for (const bytes of Object.values(samples)) {
        for (const level of [1, 19]) {
          for (const checksum of [0, 1]) {
            const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: checksum };
            assert.ok(bytes.equals(unzstd(zstdCompressSync(bytes, { params }), bytes.length)), `level ${level}`);
          }
        }
      }
    });

    it('joins several frames, also such as do not say their size', () => {
      const half = text.length / 2;
      const sized = [text.subarray(0, half), text.subarray(half)].map((part) => zstdCompressSync(part, { pledgedSrcSize: part.length }));
      assert.ok(text.equals(unzstd(Buffer.concat(sized), text.length)));
      const unsized = zstdCompressSync(text, { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } });
      assert.ok(text.equals(unzstd(unsized, text.length)));
      const twice = Buffer.concat([unsized, unsized]);
      assert.ok(Buffer.concat([text, text]).equals(unzstd(twice, 2 * text.length)));
      assert.throws(() => unzstd(twice, 2 * text.length - 1), /larger than \d+ bytes/);
    });

    it('refuses a frame without its size that asks for a window of gigabytes', () => {
      // RFC 8878, 3.1.1.1.2: 0xa8 is 2^(10 + 21) bytes, 0x58 is 2 MiB; then one block of a repeated byte.
      assert.throws(() => unzstd(hex('28b52ffd 00 a8 230000 41'), 4), /a window of 2147483648 bytes|too much memory/);
      assert.equal(unzstd(hex('28b52ffd 00 58 230000 41'), 4).toString(), 'AAAA');
    });

    it('refuses a frame of more bytes than its blocks can hold', () => {
      // RFC 8878, 3.1.1: 1 GB in a frame of one segment, in one block of 131,072 bytes at most.
      assert.throws(() => unzstd(hex('28b52ffd a0 00000040 1d0000 000000'), 2 ** 30), /in blocks of 131072/);
    });

    it('refuses what is no frame of data, in front and behind', () => {
      // A skippable frame (RFC 8878, 3.1.2) of 4 GB: no linker writes one.
      const skippable = hex('502a4d18 f8ffffff');
      assert.throws(() => unzstd(skippable, 10), /no zstd frame/);
      assert.throws(() => unzstd(Buffer.concat([zstdCompressSync(text), skippable]), text.length), /no zstd frame/);
    });

    it('refuses a frame that is cut off anywhere', () => {
      const whole = zstdCompressSync(text.subarray(0, 3000));
      for (let end = 1; end < whole.length; end++) assert.throws(() => unzstd(whole.subarray(0, end), 3000));
    });

    it('refuses a frame that would need a dictionary', () => {
      assert.throws(() => unzstd(hex('28b52ffd 21 01000000'), 10), /a zstd dictionary/);
    });
  });
}

test('a Huffman tree whose weights are all one symbol is refused by Node; fzstd would read it for ever', () => {
  // RFC 8878, 4.2.1.2: weights of 4 bytes, packed by a table of 2^5 states that are all symbol 0, and so need no bits.
  const literals = '42c001 04 f003 ffff 0101';
  assert.throws(() => unpackZstd(hex(`28b52ffd 20 0a 5d0000 ${literals} 00`), 10, byNode));
});
