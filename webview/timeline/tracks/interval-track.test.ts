import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterAt, counterColumns } from './counter-track.ts';
import { frameColumns, intervalAt, lateFrameAt, missedFrames, paintIntervals } from './interval-track.ts';

const place = { left: 100, width: 10, top: 0, height: 10 };
const view = { fromX: 0, toX: 1000 };

class Recorder {
  fillStyle = '';
  readonly filled: string[] = [];
  fillRect(...[x, y, width, height]: [number, number, number, number]): void {
    this.filled.push(`${this.fillStyle} ${x},${y} ${width}x${height}`);
  }
}

test('messages are boxes a pixel apart, and those within one pixel are one', () => {
  const recorder = new Recorder();
  // 100 us a pixel: 0 to 500; 600 to 605 and 610 to 620 in pixel 6; 700 to 900.
  const intervals = { length: 4, beginUs: [0, 600, 610, 700], endUs: [500, 605, 620, 900] };
  assert.deepEqual(paintIntervals(recorder, place, intervals, view, 'blue'), []);
  assert.deepEqual(recorder.filled, ['blue 100,0 4x10', 'blue 106,0 1x10', 'blue 107,0 1x10']);
  assert.deepEqual(
    [0, 499, 500, 612, 650, 900].map((us) => intervalAt(intervals, us)),
    [0, 0, -1, 2, -1, -1],
  );
});

test('the agent’s own message is no box, and nothing is said of it', () => {
  const recorder = new Recorder();
  const intervals = { length: 3, beginUs: [0, 300, 700], endUs: [200, 600, 900], isOwn: [0, 1, 0] };
  const named = paintIntervals(recorder, { ...place, width: 1_000 }, intervals, view, 'blue');
  assert.deepEqual(
    named.map(({ row }) => row),
    [0, 2],
  );
  assert.deepEqual(recorder.filled, ['blue 100,0 199x10', 'blue 800,0 199x10']);
  assert.deepEqual(
    [100, 400, 800].map((us) => intervalAt(intervals, us)),
    [0, -1, 2],
  );
});

test('a message with room for its name says where', () => {
  const wide = { ...place, width: 100 };
  const named = paintIntervals(new Recorder(), wide, { length: 2, beginUs: [100, 700], endUs: [600, 800] }, view, 'blue');
  assert.deepEqual(named, [{ row: 0, left: 110, right: 160 }]);
});

test('a million messages cost no more rectangles than there are pixels', () => {
  const recorder = new Recorder();
  const beginUs = Float64Array.from({ length: 1_000_000 }, (_, row) => row);
  const endUs = beginUs.map((us) => us + 0.5);
  paintIntervals(recorder, place, { length: beginUs.length, beginUs, endUs }, { fromX: 0, toX: 1_000_000 }, 'blue');
  assert.deepEqual(recorder.filled, ['blue 100,0 10x10']);
});

test('late frames reach from when they were due to when they came, the later the higher', () => {
  // A period of 16.7 ms in a view of 1 s; due at 100 and 40 ms late: 2 frames; due at 500 and 100 ms late: 6 frames.
  const frames = { length: 3, atUs: [50_000, 140_000, 600_000], lateUs: [0, 40_000, 100_000], periodUs: [16_700, 16_700, 16_700] };
  const { late, veryLate } = frameColumns(frames, { fromX: 0, toX: 1_000_000 }, 20, 2);
  assert.deepEqual([missedFrames(40_000, 16_700), missedFrames(100_000, 16_700), missedFrames(1, 16_700)], [2, 6, 1]);
  // Columns of 50 ms. 2 of 6 frames: 0.3 + 0.7 / 3 = 0.533, at least two columns wide. Columns of late ones reach up behind very late ones.
  const tenths = (column: Float32Array): string => [...column].map((share) => Math.round(share * 10)).join('');
  assert.equal(tenths(late), ['00', '55', '000000', `${10}${10}`, '00000000'].join(''));
  assert.equal(tenths(veryLate), ['0000000000', `${10}${10}`, '00000000'].join(''));
  assert.deepEqual(
    [90_000, 120_000, 200_000, 550_000, 700_000].map((us) => lateFrameAt(frames, us)),
    [-1, 1, -1, 2, -1],
  );
});

test('a counter is an area of steps with an edge, of several values in a column the highest, and the last one a mark', () => {
  const counter = { atUs: [100, 500, 510, 800], value: [5, 1, 10, 2] };
  // Ten columns of 100 us: nothing, 5 from 1 to 4, 10 from 5 to 7, 2 at 8. The edge is a tenth high, and as high as the step where one is.
  const { area, edge } = counterColumns(counter, 10, view, 10, 0.1);
  const tenths = (column: Float32Array): readonly number[] => [...column].map((share) => Math.round(share * 10));
  assert.deepEqual(tenths(area), [0, 4, 4, 4, 4, 4, 9, 9, 1, 0]);
  assert.deepEqual(tenths(edge), [0, 5, 5, 5, 5, 10, 10, 10, 10, 0]);
  assert.deepEqual(
    [50, 100, 505, 2_000].map((us) => counterAt([counter], us)),
    [undefined, 5, 1, 2],
  );
});
