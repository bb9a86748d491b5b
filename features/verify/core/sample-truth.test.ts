import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSampleTruth } from './sample-truth.ts';

const begin = (run: number): string => `{"laglensSample":1,"run":${run},"event":"begin"}`;
const lag = (run: number, more = ''): string =>
  `{"laglensSample":1,"run":${run},"event":"lag","kind":"busy","beginNs":1000,"endNs":300001000,"thread":"main","place":"dev.laglens.sample.Busy.play:14"${more}}`;
const held = ',"holder":"SampleHolder","holderPlace":"dev.laglens.sample.Lock.hold:36"';
const busy = { kind: 'busy', beginNs: 1000, endNs: 300_001_000, thread: 'main', place: 'dev.laglens.sample.Busy.play:14' };

test('the newest schedule counts, with holders, failures and its end', () => {
  const failed = '{"laglensSample":1,"run":2,"event":"failed","kind":"file","reason":"ENOSPC"}';
  const end = '{"laglensSample":1,"run":2,"event":"end"}';
  const log = ['--------- beginning of main', begin(1), lag(1), lag(1), begin(2), lag(1), lag(2), lag(2, held), failed, end, ''].join('\n');
  assert.deepEqual(parseSampleTruth(log), {
    lags: [busy, { ...busy, holder: { thread: 'SampleHolder', place: 'dev.laglens.sample.Lock.hold:36' } }],
    failed: ['file'],
    ended: true,
  });
});

test('a schedule that still plays has no end, and an empty log no lags', () => {
  assert.deepEqual(parseSampleTruth(`${begin(1)}\n${lag(1)}\n`), { lags: [busy], failed: [], ended: false });
  assert.deepEqual(parseSampleTruth(''), { lags: [], failed: [], ended: false });
});

test('other apps’ lines, cut ones and those with impossible fields are left out', () => {
  const hostile = [
    lag(1).slice(0, -1),
    lag(1).replace('"busy"', '"other"'),
    lag(1).replace('300001000', '1'),
    lag(1).replace('1000', '"1000"'),
    lag(1).replace('"main"', '"ma\\u0007in"'),
    lag(1).replace('Busy.play:14', 'Busy.play:14 <b>'),
    lag(1).replace('"main"', `"${'m'.repeat(3_000)}"`),
    'com.example.shop',
    '{"laglensSample":1,"run":1,"event":"lag"}',
  ];
  assert.deepEqual(parseSampleTruth([begin(1), ...hostile].join('\n')).lags, []);
});

test('at most 200 lags are kept', () => {
  assert.equal(parseSampleTruth([begin(1), ...Array.from({ length: 300 }, () => lag(1))].join('\n')).lags.length, 200);
});
