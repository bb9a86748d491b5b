import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { FrameReports } from '../../../tests/core/frame-reports.ts';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import type { TimeRange, TimeRanges } from '../../columns/time-range.ts';
import { atOnce } from '../../session/file/turns.ts';
import { SessionModel } from '../../session/model/model.ts';
import { RunStutters, type Stutter } from './stutters.ts';

function stuttersOf({ messages }: FrameReports, explained: TimeRanges = []): readonly Stutter[] {
  const model = new SessionModel();
  for (const fact of [...scriptedApp([idle(100 * ms)]), ...messages]) model.apply(fact);
  return model.runs.flatMap((run) => atOnce(new RunStutters().find(run, explained)));
}

/** `begin-end late dropped latest level`, in milliseconds. */
const lines = (stutters: readonly Stutter[]): readonly string[] =>
  stutters.map(
    ({ beginUs, endUs, late, dropped, latestUs, level }) => `${beginUs / ms}-${endUs / ms} ${late} ${dropped} ${latestUs / ms} ${level}`,
  );

const reports = (): FrameReports => new FrameReports(SCRIPT_START_US);

test('a second whose late frames cost as much as nine frames of 60 Hz is a stutter, a little less is not', () => {
  // Nine frames of 16.67 ms are 150 ms. Frames of 60 ms are due after 20 ms, so each drops two of 20 ms: 40 ms.
  assert.deepEqual(lines(stuttersOf(reports().lateOnes(1_000, 3, 60))), []);
  assert.deepEqual(lines(stuttersOf(reports().lateOnes(1_000, 4, 60))), ['1020-1240 4 8 40 middle']);
});

test('what counts is any second, not that of a clock', () => {
  // Two frames before the full second, two after it.
  assert.deepEqual(lines(stuttersOf(reports().lateOnes(1_880, 4, 60))), ['1900-2120 4 8 40 middle']);
  // Four frames, of which the first came more than a second before the last.
  const apart = reports().late(1_000, 40).late(1_400, 40).late(1_800, 40).late(2_001, 40);
  assert.deepEqual(lines(stuttersOf(apart)), []);
  const near = reports().late(1_000, 40).late(1_400, 40).late(1_800, 40).late(1_999, 40);
  assert.deepEqual(lines(stuttersOf(near)), ['960-1999 4 8 40 middle']);
});

test('a stutter goes on until a second passes, and its worst second decides the level', () => {
  // 3 s of frames of 100 ms, each dropping four: in a second ten frames, 40 of 20 ms, as long as 48 of 60 Hz.
  const [one, ...more] = lines(stuttersOf(reports().lateOnes(5_000, 30, 100)));
  assert.deepEqual([one, more], ['5020-8000 30 120 80 frozen', []]);
  const two = reports().lateOnes(5_000, 10, 60).lateOnes(8_000, 10, 60);
  // Ten frames in 600 ms: 20 of 20 ms, as long as 24 of 60 Hz.
  assert.deepEqual(lines(stuttersOf(two)), ['5020-5600 10 20 40 high', '8020-8600 10 20 40 high']);
});

test('late frames that a lag explains, and first ones of windows, make no stutter', () => {
  const frames = reports().lateOnes(1_000, 4, 60);
  assert.equal(stuttersOf(frames, [{ beginUs: 900 * ms, endUs: 1_030 * ms }]).length, 0, 'it touches the first one');
  assert.equal(stuttersOf(frames, [{ beginUs: 900 * ms, endUs: 1_020 * ms }]).length, 1, 'it ended when the first one was due');
  assert.deepEqual(stuttersOf(reports().late(1_000, 600, { first: 1 })), []);
  assert.deepEqual(lines(stuttersOf(reports().lateOnes(1_000, 2, 100).late(1_220, 10, { first: 1 }).lateOnes(1_220, 2, 60))), [
    '1020-1340 4 12 80 middle',
  ]);
});

test('one frame that came very late without a lag is a stutter of its own', () => {
  assert.deepEqual(lines(stuttersOf(reports().late(2_000, 500))), ['1500-2000 1 25 500 high']);
});

test('a display of 120 Hz shows as much stutter when it loses as much time', () => {
  const at = (count: number): FrameReports => {
    const frames = reports();
    for (let index = 0; index < count; index++) frames.late(1_000 + index * 50, 25, { periodUs: 8_000 });
    return frames;
  };
  // Each drops three frames of 8 ms: seven are 168 ms, six 144 ms.
  assert.equal(stuttersOf(at(6)).length, 0);
  assert.deepEqual(lines(stuttersOf(at(7))), ['975-1300 7 21 25 middle']);
});

test('a growing run has the stutters of the whole, and settled ones stay the same objects', () => {
  const random = seededRandom(7);
  const model = new SessionModel();
  for (const fact of scriptedApp([idle(100 * ms)])) model.apply(fact);
  const [run] = model.runs;
  assert.ok(run);
  const growing = new RunStutters();
  const lags: TimeRange[] = [];
  let atMs = 1_000;
  let before: readonly Stutter[] = [];
  let kept = 0;
  for (let step = 0; step < 200; step++) {
    const burst = reports().lateOnes(atMs, 1 + Math.floor(random() * 8), 60);
    for (const message of burst.messages) model.apply(message);
    if (random() < 0.3) lags.push({ beginUs: atMs * ms, endUs: (atMs + random() * 200) * ms });
    // Another threshold takes and makes lags of the past.
    if (step === 100) lags.splice(0);
    if (step === 150) lags.splice(0, lags.length, { beginUs: 1_000 * ms, endUs: 60_000 * ms });
    atMs += 300 + random() * 2_000;
    const found: readonly Stutter[] = atOnce(growing.find(run, [...lags]));
    assert.deepEqual(found, atOnce(new RunStutters().find(run, lags)));
    kept += before.filter((stutter) => found.includes(stutter)).length;
    before = found;
  }
  assert.ok(kept > 1_000, `${kept} were kept`);
});
