import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoticeThrottle, noticeFilter } from './notice-throttle.ts';

const second = 1_000_000;
const stack = [3, 2, 1];

test('checks of a stack that stays the same come ever more rarely, as Fibonacci has it', () => {
  // Both start values are the check period: after the first notice 1 s; then 1 + 1 = 2, 1 + 2 = 3, 2 + 3 = 5, 8, 13, 21.
  const notices = new NoticeThrottle();
  assert.equal(notices.check(0, stack), noticeFilter.none);
  const intervals = [notices.intervalUs / second];
  let atUs = 0;
  while (intervals.length < 7) {
    atUs += notices.intervalUs;
    assert.equal(notices.isDue(atUs - 1), false);
    assert.equal(notices.isDue(atUs), true);
    assert.equal(notices.check(atUs, stack), noticeFilter.annealing);
    intervals.push(notices.intervalUs / second);
  }
  assert.deepEqual(intervals, [1, 2, 3, 5, 8, 13, 21]);
});

test('another stack is announced, and sets the time back; so does a moment without a lag', () => {
  const notices = new NoticeThrottle();
  notices.check(0, stack);
  notices.check(1 * second, stack);
  assert.equal(notices.intervalUs, 2 * second);
  assert.equal(notices.check(3 * second, [4, 2, 1]), noticeFilter.none);
  assert.equal(notices.intervalUs, 1 * second);
  // The same frames, but one less: another stack.
  assert.equal(notices.check(4 * second, [4, 2]), noticeFilter.none);
  assert.equal(notices.check(5 * second, [4, 2]), noticeFilter.annealing);
  notices.calm();
  assert.equal(notices.isDue(5 * second), true);
  assert.equal(notices.check(6 * second, [4, 2]), noticeFilter.none);
});

test('a stack of one frame says nothing', () => {
  const notices = new NoticeThrottle();
  assert.equal(notices.check(0, [1]), noticeFilter.meaningless);
  assert.equal(notices.check(0, []), noticeFilter.meaningless);
  assert.equal(notices.check(0, [2, 1]), noticeFilter.none);
});

test('a hundred notices are enough for a day', () => {
  const notices = new NoticeThrottle();
  const filters = Array.from({ length: 102 }, (_, index) => notices.check(index * second, [index, 1]));
  assert.deepEqual(
    filters.map((filter, index) => [index + 1, filter] as const).filter(([, filter]) => filter !== noticeFilter.none),
    [
      [101, noticeFilter.tooMany],
      [102, noticeFilter.tooMany],
    ],
  );
  assert.equal(notices.check(86_400 * second, [7, 1]), noticeFilter.none);
});
