import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place, TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { reportOf } from './demo-result.ts';
import { compare, type FoundLag } from './match.ts';

const decode: Place = { class: 'com.example.Decoder', method: 'decode', file: 'Decoder.java', firstLine: 5, lastLine: 9 };
const blamed = { class: decode.class, method: 'decode', file: 'Decoder.java', line: 7 };
const minute = { startMs: 0, durationMs: 60_000 };

const busy = { rule: 'busy', text: 'Busy.', threads: [] };

function real(startMs: number, durationMs: number, culprit: TruthLag['culprit'] = decode): TruthLag {
  return { kind: 'busy', startMs, durationMs, startUs: startMs * 1000, culprit, cause: { rules: ['busy'] }, cpuShare: undefined };
}

function found(startMs: number, durationMs: number, culprit: FoundLag['culprit'] = blamed, cause: FoundLag['cause'] = busy): FoundLag {
  return { kind: 'message', startMs, durationMs, busyMs: durationMs, blockedMs: 0, readyMs: 0, culprit, cause };
}

test('a lag that covers a true one is found, with its length', () => {
  const { truth, false: wrong } = compare([real(1000, 600)], [found(990, 640)], minute, 100);
  assert.equal(truth[0]?.found, true);
  assert.equal(truth[0]?.foundDurationMs, 640);
  assert.equal(truth[0]?.culpritRight, true);
  assert.equal(wrong, 0);
});

test('a lag that covers less than half of a true one has not found it, but is not false either', () => {
  const { truth, false: wrong } = compare([real(1000, 600)], [found(1400, 250)], minute, 100);
  assert.deepEqual([truth[0]?.found, truth[0]?.foundDurationMs, truth[0]?.culpritRight], [false, null, null]);
  assert.equal(wrong, 0);
});

test('a storm is not found as a whole but in parts, where a busy computer let main rest between its messages', () => {
  const storm = { ...real(1000, 1800), kind: 'storm' };
  const parts = [found(1000, 430), found(1440, 720), found(2160, 540, { ...blamed, method: 'other' })];
  const [checked] = compare([storm], parts, minute, 100).truth;
  assert.deepEqual([checked?.found, checked?.foundDurationMs, checked?.parts], [false, null, 3]);
  assert.match(
    reportOf({ truth: checked === undefined ? [] : [checked], missing: [], lags: parts, stalls: [], false: 0 }),
    /1800 ms {2}in 3 parts\n/,
  );
  assert.equal(compare([storm], parts.slice(0, 1), minute, 100).truth[0]?.parts, 0);
  // One message is one lag.
  assert.equal(compare([real(1000, 1800)], parts, minute, 100).truth[0]?.parts, 0);
});

test('a lag where the app wrote nothing is false; where it wrote of something shorter than the threshold it is not', () => {
  assert.equal(compare([real(1000, 600)], [found(2000, 150)], minute, 100).false, 1);
  const { truth, false: wrong } = compare([real(2000, 90)], [found(1990, 104)], minute, 100);
  assert.deepEqual([truth.length, wrong], [0, 0]);
});

test('a crowd of small things explains a lag and need not be found', () => {
  const crowd = { ...real(1000, 150), kind: 'crowd' };
  assert.deepEqual(compare([crowd], [], minute, 100).truth, []);
  assert.equal(compare([crowd], [found(1000, 150)], minute, 100).false, 0);
});

test('the culprit must be right by class, method, file and line; of several any will do', () => {
  const right = (culprit: TruthLag['culprit'], blame: FoundLag['culprit']): boolean | null | undefined =>
    compare([real(0, 200, culprit)], [found(0, 200, blame)], minute, 100).truth[0]?.culpritRight;
  assert.equal(right(decode, { ...blamed, line: 10 }), false);
  assert.equal(right(decode, { ...blamed, method: 'read' }), false);
  assert.equal(right(decode, null), false);
  assert.equal(right({ anyOf: [{ ...decode, method: 'read' }, decode] }, blamed), true);
  assert.equal(right({ anyOf: [] }, blamed), false);
});

test('what the app did while nothing was recorded need not be found', () => {
  const { truth } = compare([real(-300, 600), real(59_900, 300), real(500, 200)], [found(500, 200)], minute, 100);
  assert.deepEqual(
    truth.map(({ startMs }) => startMs),
    [500],
  );
});

test('a lag without a culprit of its own has none that could be right', () => {
  const { culprit, ...other } = real(0, 200);
  assert.ok(culprit);
  assert.equal(compare([{ ...other, culprit: undefined }], [found(0, 200)], minute, 100).truth[0]?.culpritRight, null);
});

test('the cause is right by its rule, and names who held what main waited for', () => {
  const checked = (changes: Partial<TruthLag>, cause: FoundLag['cause']): readonly unknown[] => {
    const [lag] = compare([{ ...real(0, 200), ...changes }], [found(0, 200, blamed, cause)], minute, 100).truth;
    return [lag?.cause, lag?.causeRight, lag?.wakerRight];
  };
  const lock = { rules: ['lock'], owner: 'bg-db' };
  const held = { rule: 'lock', text: 'Main waited for Cart, held by bg-db.', threads: ['bg-db'] };
  assert.deepEqual(checked({ cause: lock }, held), [held.text, true, true]);
  assert.deepEqual(checked({ cause: lock }, { ...held, threads: ['net'] }), [held.text, true, false]);
  assert.deepEqual(checked({ cause: lock }, busy), ['Busy.', false, false]);
  assert.deepEqual(checked({ cause: undefined }, busy), ['Busy.', null, null]);
});

test('a computation that had no core by main’s own clock has that cause', () => {
  const noCore = { rule: 'noCore', text: 'No core.', threads: [] };
  const isRight = (cpuShare: number | undefined, cause: FoundLag['cause']): boolean | null | undefined =>
    compare([{ ...real(0, 200), cpuShare }], [found(0, 200, blamed, cause)], minute, 100).truth[0]?.causeRight;
  assert.deepEqual([isRight(0.9, busy), isRight(0.5, busy), isRight(0.2, busy), isRight(undefined, busy)], [true, true, false, true]);
  const storm = { rule: 'storm', text: 'Storm.', threads: [] };
  const stormy = compare([{ ...real(0, 200), cpuShare: 0.2, cause: { rules: ['storm'] } }], [found(0, 200, blamed, storm)], minute, 100);
  assert.equal(stormy.truth[0]?.causeRight, true);
  assert.deepEqual([isRight(0.9, noCore), isRight(0.5, noCore), isRight(0.2, noCore)], [false, true, true]);
});

test('kinds that the app did not play are named', () => {
  assert.deepEqual(compare([real(0, 200)], [], minute, 100, ['busy', 'lock']).missing, ['lock']);
});

test('a stall of the machine counts nowhere, found or not', () => {
  const stall = { ...real(1000, 150), kind: 'other', culprit: undefined, cause: undefined };
  const verdict = compare([stall, real(3000, 200)], [found(1000, 150), found(3000, 200), found(5000, 120)], minute, 100);
  assert.deepEqual(
    [verdict.truth.length, verdict.lags.map(({ startMs }) => startMs), verdict.false, verdict.stalls],
    [1, [3000, 5000], 1, [{ startMs: 1000, durationMs: 150 }]],
  );
});
