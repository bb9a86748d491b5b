import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallEvents } from './call-events.ts';
import { importLimits } from './import-limits.ts';
import { ImportReport } from './import-report.ts';
import { SessionBuilder } from './session-builder.ts';

interface Calls {
  readonly calls: CallEvents;
  readonly report: ImportReport;
  readonly spent: string[];
}

function callsOf(openCalls = importLimits.openCalls): Calls {
  const report = new ImportReport('test');
  const spent: string[] = [];
  return {
    calls: new CallEvents(new SessionBuilder(report, { openCalls }), report, (from, to, stack) => spent.push(`${from}-${to} ${stack}`)),
    report,
    spent,
  };
}

test('among many open calls an end closes the last of its frame, and one without a begin none', () => {
  const { calls, report } = callsOf();
  for (let at = 0; at < 3_000; at++) calls.open(0, at % 2 === 0 ? 7 : 8);
  calls.open(0, 9);
  calls.close(0, 8);
  // The last 8 is the 3,000th call; 9 above it lost its end.
  assert.equal(calls.depth, 2_999);
  calls.close(0, 9);
  calls.close(0, 6);
  assert.equal(calls.depth, 2_999);
  while (calls.depth > 0) calls.close(0, calls.depth % 2 === 1 ? 7 : 8);
  calls.close(0, 7);
  assert.match(report.text, /Skipped: 1 end of calls that is missing, 3 ends of calls without a begin\./);
});

test('a million ends without a begin below a million open calls take linear work', { timeout: 60_000 }, () => {
  const { calls, report } = callsOf();
  for (let at = 0; at < 1_000_000; at++) calls.open(0, 1);
  for (let at = 0; at < 1_000_000; at++) calls.close(0, 2);
  assert.match(report.text, /1,000,000 ends of calls without a begin/);
});

test('calls beyond the bound count for their caller, and their ends are theirs', () => {
  const { calls, report, spent } = callsOf(2);
  // Frames 1 to 4 are stacks 1 and 2, and two that are not held.
  for (const [at, frame] of [1, 2, 3, 4].entries()) calls.open(at, frame);
  for (const [at, frame] of [4, 3, 2, 1].entries()) calls.close(4 + at, frame);
  assert.equal(calls.depth, 0);
  assert.deepEqual(spent, ['0-1 1', '1-2 2', '2-3 2', '3-4 2', '4-5 2', '5-6 2', '6-7 1']);
  assert.deepEqual(report.lines, ['Skipped: 2 calls beyond the bound of open ones.']);
});

test('open calls of all threads have one bound, and ended ones make room', () => {
  const report = new ImportReport('test');
  const builder = new SessionBuilder(report, { openCalls: 3 });
  const [one, other] = [new CallEvents(builder, report, () => undefined), new CallEvents(builder, report, () => undefined)];
  for (const calls of [one, one, other, other]) calls.open(0, 7);
  assert.match(report.text, /Skipped: 1 call beyond the bound of open ones\./);
  one.end(1);
  // The deepest call's end is its own; its caller is still open.
  other.close(1, 7);
  for (const frame of [8, 9]) other.open(1, frame);
  assert.equal(other.depth, 3);
  assert.match(report.text, /Skipped: 1 call beyond the bound of open ones, 2 ends of calls that are missing\./);
});
