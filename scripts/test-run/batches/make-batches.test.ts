import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBatches, timesOfBatches } from './make-batches.ts';

const files = Array.from({ length: 80 }, (_, at) => `core/${String(at).padStart(2, '0')}.test.ts`);
const all = (): boolean => true;

test('neighbours share a process for some seconds, and each file runs once', () => {
  const times = new Map(files.map((file) => [file, 300]));
  const batches = makeBatches(files, all, times, 2);
  assert.deepEqual(batches.flat(), files);
  // 24 s in parts of 8 s.
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [27, 26, 27],
  );
  assert.deepEqual([...timesOfBatches(batches, times).values()], [27 * 300, 26 * 300, 27 * 300]);
});

test('a file that may not share a process, and one that takes long, have their own', () => {
  const [first, second, third, fourth] = files;
  const times = new Map([[second ?? '', 5_000]]);
  const batches = makeBatches(files.slice(0, 5), (file) => file !== third, times, 1);
  assert.deepEqual(batches, [[first, fourth, files[4]], [second], [third]]);
  // A file alone is unknown before its first run; a batch is not.
  assert.deepEqual([...timesOfBatches(batches, times).keys()], [first, second]);
});

test('each processor has a batch, if there are files for it, and none has many', () => {
  assert.equal(makeBatches(files.slice(0, 3), all, new Map(), 2).length, 2);
  assert.deepEqual(makeBatches(files.slice(0, 1), all, new Map(), 2), [files.slice(0, 1)]);
  assert.deepEqual(makeBatches([], all, new Map(), 2), []);
  assert.ok(makeBatches(files, all, new Map(files.map((file) => [file, 1])), 1).every((batch) => batch.length <= 60));
});
