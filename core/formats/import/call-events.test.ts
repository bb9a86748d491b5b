import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallEvents } from './call-events.ts';
import { ImportReport } from './import-report.ts';
import { SessionBuilder } from './session-builder.ts';

interface Calls {
  readonly calls: CallEvents;
  readonly report: ImportReport;
  readonly spent: string[];
}

function callsOf(): Calls {
  const report = new ImportReport('test');
  const spent: string[] = [];
  return {
    calls: new CallEvents(new SessionBuilder(report), report, (from, to, stack) => spent.push(`${from}-${to} ${stack}`)),
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
