import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteLog } from './byte-log.ts';

test('a reader gets every byte once, across sealed blocks and from the middle of one', () => {
  const log = new ByteLog();
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
  const log = new ByteLog();
  assert.equal(log.read(0).length, 0);
  log.append(Uint8Array.of(1, 2, 3));
  assert.equal(log.read(3).length, 0);
  assert.deepEqual([...log.read(1)], [2, 3]);
});
