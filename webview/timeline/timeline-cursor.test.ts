import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextEvent, TimelineCursor } from './timeline-cursor.ts';

const bounds = { fromX: 0, toX: 10_000 };
const press = (key: string, ...held: readonly ('shift' | 'alt')[]) => ({
  key,
  shiftKey: held.includes('shift'),
  altKey: held.includes('alt'),
});

test('arrow keys move the cursor by a hundredth of the picture, pages by a tenth, and never beyond the session', () => {
  const cursor = new TimelineCursor();
  // The first step starts in the middle of the picture.
  const view = { fromX: 2_000, toX: 4_000 };
  const keys = ['ArrowRight', 'ArrowRight', 'PageDown', 'ArrowLeft', 'Home', 'ArrowLeft', 'End', 'PageDown'];
  assert.deepEqual(
    keys.map((key) => cursor.move(press(key), bounds, view)?.atUs),
    [3_020, 3_040, 3_240, 3_220, 0, 0, 10_000, 10_000],
  );
  assert.equal(cursor.move(press('x'), bounds, view), undefined);
  assert.equal(cursor.move(press('ArrowLeft', 'alt'), bounds, view), undefined);
});

test('with Shift a range grows from where the cursor was, and shrinks again', () => {
  const cursor = new TimelineCursor();
  cursor.set(5_000);
  const extend = (key: string) => cursor.move(press(key, 'shift'), bounds, bounds)?.extended;
  assert.deepEqual(extend('ArrowRight'), { beginUs: 5_000, endUs: 5_100, second: false });
  assert.deepEqual(extend('ArrowRight'), { beginUs: 5_000, endUs: 5_200, second: false });
  assert.deepEqual(extend('PageUp'), { beginUs: 4_200, endUs: 5_000, second: false });
  assert.deepEqual(extend('PageDown'), { beginUs: 5_000, endUs: 5_200, second: false });
  // A step without Shift begins again.
  cursor.move(press('ArrowRight'), bounds, bounds);
  assert.deepEqual(extend('ArrowRight'), { beginUs: 5_300, endUs: 5_400, second: false });
});

test('with Alt and Shift the second range grows, from where the first one ended', () => {
  const cursor = new TimelineCursor();
  cursor.set(1_000);
  cursor.move(press('ArrowRight', 'shift'), bounds, bounds);
  const second = cursor.move(press('ArrowRight', 'shift', 'alt'), bounds, bounds)?.extended;
  assert.deepEqual(second, { beginUs: 1_100, endUs: 1_200, second: true });
});

test('a step of a range stays as long while the view zooms in on that range', () => {
  const cursor = new TimelineCursor();
  cursor.set(5_000);
  cursor.move(press('ArrowRight', 'shift'), bounds, bounds);
  const next = cursor.move(press('ArrowRight', 'shift'), bounds, { fromX: 4_990, toX: 5_110 });
  assert.deepEqual(next?.extended, { beginUs: 5_000, endUs: 5_200, second: false });
});

test('the next event is the nearest one on that side, from the beginning or the end without a cursor', () => {
  const events = [
    { atUs: 300, name: 'lag' },
    { atUs: 100, name: 'mark' },
    { atUs: 200, name: 'run' },
  ];
  assert.equal(nextEvent(events, 100, 1)?.name, 'run');
  assert.equal(nextEvent(events, 150, -1)?.name, 'mark');
  assert.equal(nextEvent(events, 100, -1), undefined);
  assert.equal(nextEvent(events, undefined, 1)?.name, 'mark');
  assert.equal(nextEvent(events, undefined, -1)?.name, 'lag');
});
