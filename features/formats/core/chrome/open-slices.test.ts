import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportReport } from '../import/import-report.ts';
import { type OpenSlice, OpenSlices } from './open-slices.ts';

const SLICES = 100_000;
/** Reads of the list per slice: a begin and an end take eleven. A search from the innermost slice would take 50,000. */
const MOST_READS = 20;

test('open slices that end in the order of their begins take linear work', () => {
  let reads = 0;
  const counted = new Proxy<OpenSlice[]>([], {
    get(list, key) {
      reads++;
      assert.ok(reads <= MOST_READS * SLICES, 'more reads of the list than linear work takes');
      return Reflect.get(list, key);
    },
  });
  const report = new ImportReport('test');
  const slices = new OpenSlices(report, counted);
  for (let at = 0; at < SLICES; at++) assert.equal(slices.begin(at, at, at), false);
  for (let at = 0; at < SLICES; at++) assert.equal(slices.end(at, SLICES + at), at);
  assert.deepEqual(slices.finish(), []);
  assert.equal(report.text.includes('Skipped'), false, report.text);
  assert.ok(reads > SLICES, `${reads} reads: another list was used`);
});
