import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../../../core/session/file/turns.ts';
import { sortedRows } from './sorted-rows.ts';

const LENGTH = 300_000;
/** Multiples of a number without a common factor with the length: each rank once, in no order. */
const ranks = Uint32Array.from({ length: LENGTH }, (_, row) => (row * 7_919) % LENGTH);
const byRank = (one: number, other: number): number => (ranks[one] ?? 0) - (ranks[other] ?? 0);

test('rows in any order are sorted in short turns', async () => {
  let [compared, most] = [0, 0];
  const turn = async (): Promise<void> => {
    most = Math.max(most, compared);
    compared = 0;
  };
  const compare = (one: number, other: number): number => {
    compared++;
    return byRank(one, other);
  };
  const sorted = await sortedRows(LENGTH, compare, new Turns({ nowMs: () => 0, turn }, undefined, -1));
  assert.deepEqual(
    sorted.map((row) => ranks[row] ?? -1),
    Uint32Array.from({ length: LENGTH }, (_, rank) => rank),
  );
  // A piece of 65,536 rows takes at most 16 comparisons a row.
  assert.ok(most < 16 * 65_536, `${most}`);
});

test('a signal ends the work in the middle', async () => {
  const controller = new AbortController();
  let turns = 0;
  const turn = async (): Promise<void> => {
    if (++turns === 3) controller.abort();
  };
  await assert.rejects(sortedRows(LENGTH, byRank, new Turns({ nowMs: () => 0, turn }, controller.signal, -1)), { name: 'AbortError' });
  assert.equal(turns, 3);
});
