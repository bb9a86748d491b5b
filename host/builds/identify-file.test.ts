import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runReading, type Unpackers } from '../../core/symbols/bytes/byte-source.ts';
import { packedArchive } from '../../tests/hostile/packed-programs.ts';
import { identifyFile } from './identify-file.ts';
import { FileAnswers } from './unpack/file-answers.ts';
import { SymbolMemory } from './unpack/symbol-memory.ts';
import { nodeUnpackers } from './unpack/unpackers.ts';

const PLAIN_BYTES = 1 << 20;

/** Bytes that were unpacked of an archive. */
async function unpackedOf(archive: Uint8Array, perQuestion: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens archive '));
  const files = new FileAnswers();
  let unpacked = 0;
  try {
    const path = join(folder, 'shop.apk');
    await writeFile(path, archive);
    const counting: Unpackers = {
      ...nodeUnpackers,
      memory: new SymbolMemory({ held: 2 * PLAIN_BYTES, perQuestion }).file(() => undefined),
      deflate: (packed, size) => {
        unpacked += size;
        return nodeUnpackers.deflate(packed, size);
      },
    };
    runReading(identifyFile(path, 'archive', counting), files.answer);
    return unpacked;
  } finally {
    files.close();
    await rm(folder, { recursive: true });
  }
}

test('a stream that an archive names 200 times is unpacked once', async () => {
  assert.equal(await unpackedOf(packedArchive(200, 1, PLAIN_BYTES), 1_000 * PLAIN_BYTES), PLAIN_BYTES);
});

test('of an archive no more is unpacked for one question than it may, one library after the other', async () => {
  assert.equal(await unpackedOf(packedArchive(200, 200, PLAIN_BYTES), 30 * PLAIN_BYTES), 30 * PLAIN_BYTES);
});
