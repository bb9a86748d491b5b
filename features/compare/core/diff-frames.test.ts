import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNoise } from '../../../core/analysis/chance/interval.ts';
import type { MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import { diffFrames, type FramedCapture } from './diff-frames.ts';

/** Seconds of 60 frames each, with late ones. */
function capture(lates: readonly number[], fps: number | undefined): FramedCapture {
  const late = lates.reduce((sum, each) => sum + each, 0);
  const frames = 60 * lates.length;
  const measured: MeasuredSession = {
    name: '',
    app: '',
    observedUs: 1e6 * lates.length,
    screens: [],
    lags: [],
    blocking: [],
    groups: [],
    frames: lates.map((each) => ({ frames: 60, late: each })),
    peakBytes: undefined,
  };
  const shown = frames === 0 ? undefined : { frames, late, dropped: 2 * late, fps, jankShare: late / frames };
  return { measured, functions: [], shown };
}

const seconds = (count: number, late: number): readonly number[] => Array.from({ length: count }, () => late);

test('frames of several captures are pooled, their rate by time', () => {
  const diff = atOnce(diffFrames([capture(seconds(10, 0), 60), capture(seconds(10, 6), 30)], [capture(seconds(10, 12), undefined)]));
  // 1,200 frames in 600 / 60 s + 600 / 30 s = 30 s.
  assert.deepEqual(diff?.before, { frames: 1_200, late: 60, dropped: 120, fps: 40, jankShare: 0.05 });
  assert.deepEqual(diff?.now, { frames: 600, late: 120, dropped: 240, fps: undefined, jankShare: 0.2 });
});

test('a change of late frames is noise unless its interval is on one side of 0', () => {
  const same = atOnce(diffFrames([capture([0, 6, 0, 6, 0, 6, 0, 6], 60)], [capture([6, 0, 6, 0, 6, 0, 6, 0], 60)]));
  assert.equal(isNoise(same?.interval), true);
  const [few, many] = [
    [...seconds(10, 0), ...seconds(10, 2)],
    [...seconds(10, 10), ...seconds(10, 14)],
  ];
  const more = atOnce(diffFrames([capture(few, 60)], [capture(many, 50)]));
  assert.equal(isNoise(more?.interval), false);
  // 240 of 1,200 are 11 sixtieths more than 20 of 1,200.
  const { low = 0, high = 0 } = more?.interval ?? {};
  assert.ok(0 < low && low < 11 / 60 && 11 / 60 < high, `${low} to ${high}`);
});

test('without frames on a side nothing is claimed', () => {
  assert.equal(atOnce(diffFrames([capture([], undefined)], [capture([], undefined)])), undefined);
  const one = atOnce(diffFrames([capture([], undefined)], [capture(seconds(5, 3), 60)]));
  assert.deepEqual([one?.before, one?.interval], [undefined, undefined]);
});
