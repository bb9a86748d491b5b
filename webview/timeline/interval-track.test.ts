import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterAt, paintCounter } from './counter-track.ts';
import { intervalAt, lateFrameAt, missedFrames, paintFrames, paintIntervals } from './interval-track.ts';

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

test('a message with room for its name says where', () => {
  const wide = { ...place, width: 100 };
  const named = paintIntervals(new Recorder(), wide, { length: 2, beginUs: [100, 700], endUs: [600, 800] }, view, 'blue');
  assert.deepEqual(named, [{ row: 0, left: 110, right: 160 }]);
});

test('a million messages cost as many rectangles as there are pixels', () => {
  const recorder = new Recorder();
  const beginUs = Float64Array.from({ length: 1_000_000 }, (_, row) => row);
  const endUs = beginUs.map((us) => us + 0.5);
  paintIntervals(recorder, place, { length: beginUs.length, beginUs, endUs }, { fromX: 0, toX: 1_000_000 }, 'blue');
  assert.equal(recorder.filled.length, 10);
});

test('late frames reach from when they were due to when they came, the later the higher', () => {
  const recorder = new Recorder();
  // A period of 16.7 ms in a view of 1 s; due at 100 and 40 ms late: 2 frames; due at 500 and 100 ms late: 6 frames.
  const frames = { length: 3, atUs: [50_000, 140_000, 600_000], lateUs: [0, 40_000, 100_000], periodUs: [16_700, 16_700, 16_700] };
  paintFrames(recorder, place, frames, { fromX: 0, toX: 1_000_000 }, { late: 'yellow', veryLate: 'red', line: 'line' });
  assert.deepEqual([missedFrames(40_000, 16_700), missedFrames(100_000, 16_700), missedFrames(1, 16_700)], [2, 6, 1]);
  // 2 of 6 frames: 0.3 + 0.7 / 3 = 0.53 of 10 pixels. At least two pixels wide.
  assert.deepEqual(recorder.filled, ['line 100,9 10x1', 'yellow 101,5 2x5', 'red 105,0 2x10']);
  assert.deepEqual(
    [90_000, 120_000, 200_000, 550_000, 700_000].map((us) => lateFrameAt(frames, us)),
    [-1, 1, -1, 2, -1],
  );
});

test('a counter is an area of steps, of several values in a pixel the highest, and the last one a mark', () => {
  const recorder = new Recorder();
  const counter = { atUs: [100, 500, 510, 800], value: [5, 1, 10, 2] };
  paintCounter(recorder, place, counter, 10, view, { area: 'area', edge: 'edge' });
  assert.deepEqual(
    recorder.filled.filter((each) => each.startsWith('area')),
    ['area 101,5 4x5', 'area 105,0 3x10', 'area 108,8 1x2'],
  );
  assert.deepEqual(
    [50, 100, 505, 2_000].map((us) => counterAt([counter], us)),
    [undefined, 5, 1, 2],
  );
});
