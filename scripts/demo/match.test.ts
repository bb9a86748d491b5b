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
  const times = { startMs, durationMs, busyMs: durationMs, blockedMs: 0, readyMs: 0 };
  return { kind: 'message', ...times, thread: 'main', screen: null, culprit, cause, waker: null };
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
    reportOf({ truth: checked === undefined ? [] : [checked], missing: [], lags: parts, stalls: [], stutters: [], stops: [], false: 0 }),
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

test('a stop of the process counts nowhere, nor does what the app’s clock has of it, nor a lag at its border', () => {
  const stop = { startMs: 1000, durationMs: 2000 };
  const halted = { ...real(900, 2200), kind: 'sleep' };
  const beside = { stutters: [], stops: [stop] };
  const {
    truth,
    lags,
    stops,
    false: wrong,
  } = compare([halted, real(5000, 200)], [found(900, 100), found(3000, 100), found(5000, 200), found(7000, 150)], minute, 100, [], beside);
  assert.deepEqual(
    [truth.map(({ startMs }) => startMs), lags.map(({ startMs }) => startMs), stops, wrong],
    [[5000], [5000, 7000], [stop], 1],
  );
  assert.equal(compare([halted], [found(900, 2200)], minute, 100).truth.length, 1, 'without a stop it is a lag');
});

test('late frames without a lag count nowhere, nor do loads of the whole app', () => {
  const scroll = { ...found(1000, 400), kind: 'frames' };
  const load = { ...found(0, 30_000), kind: 'cpu' };
  const stutter = { startMs: 6000, durationMs: 300 };
  const verdict = compare([real(3000, 200)], [load, scroll, found(3000, 200)], minute, 100, [], { stutters: [stutter], stops: [] });
  assert.deepEqual(
    [verdict.lags.map(({ kind }) => kind), verdict.stutters, verdict.false, verdict.truth[0]?.foundDurationMs],
    [['message'], [stutter, { startMs: 1000, durationMs: 400 }], 0, 200],
  );
});

test('a chain’s threads are right if all are named and no other, its waker by the app’s own log', () => {
  const chain: Partial<TruthLag> = { cause: { rules: ['lock'] }, owners: ['sorter', 'unloader'], waker: 'sorter', thread: 'main' };
  const rights = (threads: readonly string[], waker: FoundLag['waker'] = null): readonly unknown[] => {
    const lag = { ...found(0, 200, blamed, { rule: 'lock', text: 'Lock.', threads }), waker };
    const [checked] = compare([{ ...real(0, 200), ...chain }], [lag], minute, 100).truth;
    return [checked?.wakerRight, checked?.exactWakerRight];
  };
  assert.deepEqual(rights(['sorter', 'unloader', 'main']), [true, null]);
  assert.deepEqual(rights(['sorter']), [false, null], 'the second owner is missing');
  assert.deepEqual(rights(['sorter', 'unloader', 'net']), [false, null], 'a wrong name');
  assert.deepEqual(rights(['sorter', 'unloader'], { thread: 'sorter', isCertain: true }), [true, true]);
  assert.deepEqual(rights(['sorter', 'unloader'], { thread: 'unloader', isCertain: true }), [false, false]);
  assert.deepEqual(rights(['sorter', 'unloader'], { thread: 'unloader', isCertain: false }), [false, null]);
});

test('thread and screen are right by the app’s own log', () => {
  const isRight = (changes: Partial<FoundLag>): boolean | null | undefined => {
    const truth = { ...real(0, 200), thread: 'main', screen: 'com.example.Cart' };
    return compare([truth], [{ ...found(0, 200), screen: 'com.example.Cart', ...changes }], minute, 100).truth[0]?.placeRight;
  };
  assert.deepEqual([isRight({}), isRight({ screen: null }), isRight({ thread: 'net' })], [true, false, false]);
  assert.equal(compare([real(0, 200)], [found(0, 200)], minute, 100).truth[0]?.placeRight, null);
});

test('the table says for each kind whether a native method of ours took the time, and names our parts once', () => {
  const ours = ['MessageQueue.nativePollOnce'];
  const parts = { platform: 'real', ours } as const;
  const binder = {
    ...real(1000, 300),
    kind: 'binder',
    parts: { platform: 'native stand-in', ours: [...ours, 'BinderProxy.transactNative'] },
  };
  const verdict = compare([{ ...real(0, 200), parts }, binder as TruthLag], [found(0, 200), found(1000, 300)], minute, 100);
  assert.deepEqual(
    verdict.truth.map(({ kind, platform }) => [kind, platform]),
    [
      ['busy', 'real'],
      ['binder', 'native stand-in'],
    ],
  );
  const text = reportOf(verdict);
  assert.match(text, /busy +200 ms +200 ms +right +real +right/);
  assert.match(text, /binder +300 ms +300 ms +right +native stand-in +right/);
  assert.match(text, /in all kinds: MessageQueue\.nativePollOnce\nbesides in binder: BinderProxy\.transactNative\n/);
});

test('the report counts stalls, stutters and stops apart', () => {
  const span = { startMs: 0, durationMs: 200 };
  const none = { truth: [], missing: [], lags: [], false: 0 };
  const text = reportOf({ ...none, stalls: [span], stutters: [span, span], stops: [span] });
  assert.match(text, /Counted nowhere: 1 stall of the machine, 2 stutters outside lags, 1 stop of the process\n/);
  assert.doesNotMatch(reportOf({ ...none, stalls: [], stutters: [], stops: [] }), /Counted/);
});
