import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockingCallColumns } from './blocking-call-columns.ts';
import { intervalState } from './interval-columns.ts';

const call = (beginUs: number, endUs: number, owner = -1) => ({ beginUs, endUs, node: 1, function: 2, object: 3, owner });

/** `100-200 by 1, asked 180`, with `…` while it lasts and `?` where its return is missing. */
function rows(calls: BlockingCallColumns): readonly string[] {
  const ends = new Map<number | undefined, string>([
    [intervalState.open, '…'],
    [intervalState.cut, '?'],
  ]);
  return Array.from(
    { length: calls.length },
    (_, row) =>
      `${calls.beginUs[row]}-${calls.endUs[row]}${ends.get(calls.state[row]) ?? ''} by ${calls.owner[row]}, asked ${calls.ownerUs[row]}`,
  );
}

test('a call that lasts becomes the one that returned, with the owner of its last report', () => {
  const calls = new BlockingCallColumns();
  calls.append(call(10, 20));
  calls.report(call(100, 150, 1));
  calls.extend(180);
  assert.deepEqual(rows(calls), ['10-20 by -1, asked 10', '100-180… by 1, asked 150']);
  assert.deepEqual([calls.openRow, calls.coveredUs(0, 1_000)], [1, 90]);
  calls.report(call(100, 200, 4));
  calls.extend(260);
  calls.append(call(100, 250, 1));
  assert.deepEqual(rows(calls), ['10-20 by -1, asked 10', '100-250 by 4, asked 200']);
  assert.deepEqual([calls.openRow, calls.coveredUs(0, 1_000), calls.clamped], [-1, 160, 0]);
  calls.append(call(300, 310, 2));
  assert.deepEqual(rows(calls).slice(2), ['300-310 by 2, asked 300']);
});

test('a report with an unknown owner keeps the known one', () => {
  const calls = new BlockingCallColumns();
  calls.report(call(100, 150, 1));
  calls.report(call(100, 200));
  assert.deepEqual(rows(calls), ['100-200… by 1, asked 150']);
  const unknown = new BlockingCallColumns();
  unknown.report(call(100, 150));
  unknown.append(call(100, 190, 7));
  assert.deepEqual(rows(unknown), ['100-190 by 7, asked 100']);
});

test('an owner is known since the first of the reports in a row that named it', () => {
  const calls = new BlockingCallColumns();
  const since = (row: number): number | undefined => calls.heldFromUs[row];
  calls.report(call(100, 150, 0));
  calls.report(call(100, 200, 0));
  assert.equal(since(0), 150);
  calls.report(call(100, 250, 3));
  calls.append(call(100, 300, 3));
  assert.equal(since(0), 250);
  calls.append(call(320, 330, 0));
  assert.equal(since(1), 320);
});

test('reports after the return, and its end seen later, change nothing', () => {
  const calls = new BlockingCallColumns();
  calls.report(call(100, 150, 1));
  calls.append(call(100, 190, 1));
  calls.report(call(100, 195, 5));
  calls.over(100, 200);
  assert.deepEqual(rows(calls), ['100-190 by 1, asked 150']);
});

test('an end without a return ends about when it was seen, until the return comes', () => {
  const calls = new BlockingCallColumns();
  calls.report(call(100, 150, 1));
  calls.over(90, 170);
  assert.deepEqual(rows(calls), ['100-150… by 1, asked 150']);
  calls.over(100, 200);
  assert.deepEqual(rows(calls), ['100-200? by 1, asked 150']);
  calls.append(call(100, 195, 1));
  assert.deepEqual(rows(calls), ['100-195 by 1, asked 150']);
});

test('an open call goes on after a broken link, and a later call cuts one whose end was lost', () => {
  const calls = new BlockingCallColumns();
  calls.report(call(100, 150, 1));
  calls.cut();
  calls.report(call(100, 400, 1));
  assert.deepEqual(rows(calls), ['100-400… by 1, asked 400']);
  calls.append(call(20, 90));
  assert.deepEqual(rows(calls), ['100-400… by 1, asked 400'], 'a call from before is late');
  calls.append(call(450, 460));
  assert.deepEqual(rows(calls), ['100-400? by 1, asked 400', '450-460 by -1, asked 450']);
});
