import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleEnds } from '../import/sample-ends.ts';
import { type Moment, threadTimes } from './thread-times.ts';

function timesOf(moments: readonly Moment[], hasCounts: boolean): readonly string[] {
  const found: string[] = [];
  const rule = { ends: sampleEnds(4), hasCounts, hasSwitches: true, isWork: true };
  threadTimes(moments, rule, 100, (beginUs, endUs, stack, state, cpuUs) => {
    found.push(`${beginUs}-${endUs} ${stack}${state === undefined ? '' : ` ${state}`}${cpuUs === 0 ? ' off' : ''}`);
  });
  return found;
}

const lost: readonly Moment[] = [
  { kind: 'on', atUs: 0 },
  { kind: 'off', atUs: 10, stack: 5, state: 'kernel' },
  { kind: 'sample', atUs: 50, stack: 7, off: 7, countUs: 6 },
  { kind: 'sample', atUs: 56, stack: 7, off: 7, countUs: 6 },
  { kind: 'off', atUs: 60, stack: 8, state: 'disk' },
  { kind: 'on', atUs: 70 },
];

test('a sample amid a wait proves that the thread ran: the wait’s end is unknown, so it is left out', () => {
  assert.deepEqual(timesOf(lost, true), ['0-10 5', '44-50 7', '50-56 7', '60-70 8 disk off']);
});

test('counts of other events than clocks are no times: the sample lasts an interval', () => {
  assert.deepEqual(timesOf(lost, false), ['0-10 5', '46-50 7', '52-56 7', '60-70 8 disk off']);
});

test('a stack of the switch that comes behind it is the wait’s', () => {
  const late: readonly Moment[] = [
    { kind: 'on', atUs: 0 },
    { kind: 'off', atUs: 10, stack: 0, state: undefined },
    { kind: 'leaving', atUs: 10.2, stack: 9, off: 8 },
    { kind: 'on', atUs: 30 },
  ];
  assert.deepEqual(timesOf(late, true), ['10-30 8 off']);
});

test('a wait goes on to the end of the recording; a thread without a core may have run since', () => {
  const off = (state: 'kernel' | 'ready'): readonly Moment[] => [
    { kind: 'on', atUs: 0 },
    { kind: 'off', atUs: 10, stack: 5, state },
  ];
  assert.deepEqual(timesOf(off('kernel'), true), ['0-10 5', '10-100 5 kernel off']);
  assert.deepEqual(timesOf(off('ready'), true), ['0-10 5']);
});
