import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { sampleColumns, sampleValues } from '../../../tests/core/sample-values.ts';
import { BLOCK_ROWS } from '../../columns/packed-block.ts';
import { SampleColumns } from './sample-columns.ts';

/** Old rows are packed in blocks of a thousand, two at a time. */
const ROWS = 40_000;

interface Row {
  beginUs: number;
  endUs: number;
  readonly node: number;
  readonly state: number;
  cpuUs: number;
  readonly leadCpuUs: number;
  allocatedBytes: number;
  readonly leadAllocatedBytes: number;
}

/** Samples and, some of them seen again, the expected rows. Pieces are too short to split a row. */
function filled(): { readonly samples: SampleColumns; readonly rows: Row[] } {
  const random = seededRandom(29);
  const samples = new SampleColumns();
  const rows: Row[] = [];
  let atUs = 0;
  for (let at = 0; at < ROWS; at++) {
    atUs += 1 + Math.floor(random() * (random() < 0.01 ? 90e6 : 5_000));
    const [node, state, leadCpuUs] = [Math.floor(random() * 1e6), Math.floor(random() * 14), Math.floor(random() * 5_000) - 1];
    const leadAllocatedBytes = at > 3_000 && random() < 0.2 ? Math.floor(random() * 1e12) : 0;
    samples.append(atUs, node, state, leadCpuUs, leadAllocatedBytes);
    const row = { beginUs: atUs, endUs: atUs, node, state, cpuUs: 0, leadCpuUs, allocatedBytes: 0, leadAllocatedBytes };
    for (let times = Math.floor(random() * 3); times > 0; times--) {
      atUs += Math.floor(random() * 5_000);
      const bytes = at > 3_000 ? Math.floor(random() * 100) : 0;
      samples.seenAgain(atUs, 20, bytes);
      row.endUs = atUs;
      row.cpuUs += 20;
      row.allocatedBytes += bytes;
    }
    rows.push(row);
  }
  return { samples, rows };
}

function check(samples: SampleColumns, rows: readonly Row[]): void {
  assert.equal(samples.length, rows.length);
  for (const name of sampleColumns)
    assert.deepEqual(
      sampleValues(samples, name),
      rows.map((row) => row[name]),
      name,
    );
}

test('a thread that was read whole has less than a block of unpacked rows, and takes more', () => {
  const { samples, rows } = filled();
  samples.pack();
  assert.ok(samples.unpacked <= BLOCK_ROWS, `${samples.unpacked} rows`);
  check(samples, rows);
  samples.append(samples.lastUs + 5, 7, 1, 0);
  samples.pack();
  const atUs = samples.lastUs;
  const last = { beginUs: atUs, endUs: atUs, node: 7, state: 1, cpuUs: 0, leadCpuUs: 0, allocatedBytes: 0, leadAllocatedBytes: 0 };
  check(samples, [...rows, last]);
  const empty = new SampleColumns();
  empty.pack();
  empty.append(5, 1, 0, 0);
  assert.equal(empty.length, 1);
});

test('of main a million rows stay unpacked, also once it was read whole', () => {
  const samples = new SampleColumns();
  // Main may be known late.
  for (let row = 0; row < 700; row++) samples.append(row * 10, row, 0, 0);
  samples.pack();
  samples.beOfMain();
  const most = 1_024 * BLOCK_ROWS;
  for (let row = 700; row < most; row++) samples.append(row * 10, row, 0, 0);
  samples.pack();
  assert.equal(samples.unpacked, most);
  for (let row = most; row < 2.5 * most; row++) samples.append(row * 10, row, 0, 0);
  assert.ok(samples.unpacked <= most, `${samples.unpacked} rows`);
  assert.equal(samples.length, 2.5 * most);
  for (let row = 0; row < samples.length; row += 777) {
    assert.equal(samples.nodeAt(row), row);
    assert.equal(samples.firstEndingAt(row * 10), row);
  }
});

test('rows are what was appended, however many are packed', () => {
  const { samples, rows } = filled();
  check(samples, rows);
  assert.equal(samples.lastUs, rows.at(-1)?.endUs);
});

test('the oldest rows go, packed or not', () => {
  const { samples, rows } = filled();
  for (const count of [10, 1_020, 2_000, 20_000, 13_000, 3_900]) {
    samples.dropFirst(count);
    rows.splice(0, count);
    check(samples, rows);
  }
  assert.equal(samples.droppedRows, 39_930);
  samples.append(1e15, 5, 0, 0);
  assert.equal(samples.nodeAt(70), 5);
});

test('searches by time find what a linear search finds', () => {
  const { samples, rows } = filled();
  const firstOf = (holds: (row: Row) => boolean): number => {
    const found = rows.findIndex(holds);
    return found < 0 ? rows.length : found;
  };
  for (const at of [0, 1, 500, 2_047, 4_096, 24_576, 32_768, ROWS - 1]) {
    const { beginUs = 0, endUs = 0 } = rows[at] ?? {};
    for (const timeUs of [beginUs - 1, beginUs, endUs, endUs + 1, Number.POSITIVE_INFINITY]) {
      assert.equal(
        samples.firstEndingAfter(timeUs),
        firstOf((row) => row.endUs > timeUs),
      );
      assert.equal(
        samples.firstEndingAt(timeUs),
        firstOf((row) => row.endUs >= timeUs),
      );
      assert.equal(
        samples.firstBeginningAfter(timeUs),
        firstOf((row) => row.beginUs > timeUs),
      );
    }
  }
  assert.equal(samples.firstEndingAfter(Number.POSITIVE_INFINITY, 5), 5);
});

test('rows that are not there throw', () => {
  const { samples } = filled();
  for (const row of [-1, ROWS]) {
    for (const name of sampleColumns) assert.throws(() => samples[`${name}At`](row), RangeError, `${name} ${row}`);
  }
});
