import assert from 'node:assert/strict';
import { createCipheriv, createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BlockFile } from './block-file.ts';
import { type BlockStore, ByteLog } from './byte-log.ts';

const noStore: BlockStore = {
  add: () => assert.fail('memory has room'),
  read: () => assert.fail('nothing was stored'),
};

/** Bytes that deflate can do nothing with: those of a cipher in counter mode, a key per seed. */
const noise = (length: number, seed: number): Uint8Array =>
  new Uint8Array(createCipheriv('aes-128-ctr', Buffer.alloc(16, seed + 1), Buffer.alloc(16)).update(new Uint8Array(length)));

test('an agent that sends 64 MB of noise takes 2 MB of memory, and every byte can be read again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-blocks-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = new BlockFile(join(folder, 'blocks'));
  t.after(() => file.close());
  const log = new ByteLog(file, 1 << 20);
  const written = createHash('sha256');
  for (let piece = 0; piece < 64; piece++) {
    const bytes = noise(1 << 20, piece);
    written.update(bytes);
    log.append(bytes);
    assert.ok(log.memoryBytes <= 2 << 20, `${log.memoryBytes} bytes`);
  }
  const read = createHash('sha256');
  for (let cursor = 0; cursor < log.length; ) {
    const part = log.read(cursor);
    assert.ok(part.length > 0, `nothing at ${cursor}`);
    read.update(part);
    cursor += part.length;
  }
  assert.equal(read.digest('hex'), written.digest('hex'));
  assert.deepEqual(await readdir(folder), [], 'a killed editor leaves nothing');
});

test('a full disk leaves the bytes in memory until there is room', () => {
  let isFull = true;
  const stored: Uint8Array[] = [];
  const store: BlockStore = {
    add: (block) => {
      if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      return stored.push(block) - 1;
    },
    read: (at) => stored[at] ?? assert.fail(),
  };
  const log = new ByteLog(store, 1 << 20);
  for (let piece = 0; piece < 4; piece++) log.append(noise(1 << 20, piece));
  assert.ok(log.memoryBytes >= 4 << 20);
  isFull = false;
  log.append(noise(1 << 20, 4));
  assert.ok(log.memoryBytes <= 1 << 20);
  assert.deepEqual(log.read(0), noise(1 << 20, 0));
});

test('a reader gets every byte once, across sealed blocks and from the middle of one', () => {
  const log = new ByteLog(noStore);
  const pieces: Uint8Array[] = [];
  for (let piece = 0; piece < 700; piece++) {
    const bytes = Uint8Array.from({ length: 1000 }, (_, at) => (piece * 7 + at) & 255);
    log.append(bytes);
    pieces.push(bytes);
  }
  const all = Buffer.concat(pieces);
  assert.equal(log.length, all.length);
  for (const from of [0, 1, 263_000, 263_001, 699_999]) {
    const read: Uint8Array[] = [];
    for (let cursor = from; cursor < log.length; ) {
      const part = log.read(cursor);
      assert.ok(part.length > 0);
      read.push(part);
      cursor += part.length;
    }
    assert.ok(Buffer.concat(read).equals(all.subarray(from)), `from ${from}`);
  }
});

test('nothing is read at the end', () => {
  const log = new ByteLog(noStore);
  assert.equal(log.read(0).length, 0);
  log.append(Uint8Array.of(1, 2, 3));
  assert.equal(log.read(3).length, 0);
  assert.deepEqual([...log.read(1)], [2, 3]);
});
