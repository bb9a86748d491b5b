import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { ACTIVITIES, ThreadStates, threadActivity } from './thread-states.ts';

const { running, blocked, waiting, idle, unknown } = threadActivity;

/** Of each part what is not 0, as `running 0.5`. */
function partTexts(states: ThreadStates, beginUs: number, endUs: number, parts: number): readonly string[] {
  const names = Object.entries(threadActivity);
  const shares = states.shares(beginUs, endUs, parts);
  return Array.from({ length: parts }, (_, part) =>
    names
      .map(([name, activity]) => [name, shares[part * ACTIVITIES + activity] ?? 0] as const)
      .filter(([, share]) => share > 0)
      .map(([name, share]) => `${name} ${Number(share.toFixed(4))}`)
      .join(', '),
  );
}

test('each part of a range has the shares of its time', () => {
  const states = new ThreadStates();
  states.add(0, 150_000, 1, unknown);
  states.add(150_000, 250_000, 0.25, blocked);
  states.add(250_000, 400_000, 0, idle);
  // Parts of 100 ms: all on CPU; half on CPU and half of it at a quarter: 0.5 + 0.5 / 4 = 0.625, and 0.5 * 3 / 4 = 0.375 blocked; ...
  assert.deepEqual(partTexts(states, 0, 400_000, 4), [
    'running 1',
    'running 0.625, blocked 0.375',
    'running 0.125, blocked 0.375, idle 0.5',
    'idle 1',
  ]);
});

test('a range may begin and end inside a segment, and reach beyond all', () => {
  const states = new ThreadStates();
  states.add(100_000, 200_000, 1, unknown);
  assert.deepEqual(partTexts(states, 125_000, 175_000, 2), ['running 1', 'running 1']);
  assert.deepEqual(partTexts(states, 0, 400_000, 4), ['', 'running 1', '', '']);
  assert.deepEqual(partTexts(new ThreadStates(), 0, 100, 2), ['', '']);
});

test('a short hole belongs to what follows, in a long one nobody looked', () => {
  const states = new ThreadStates();
  states.add(0, 100_000, 0, waiting);
  states.add(150_000, 200_000, 1, unknown);
  states.add(800_000, 1_000_000, 1, unknown);
  assert.deepEqual(partTexts(states, 0, 1_000_000, 10), ['waiting 1', 'running 1', ...Array(6).fill('unseen 1'), 'running 1', 'running 1']);
});

test('what is added again after going back counts once', () => {
  const states = new ThreadStates();
  states.add(0, 100_000, 1, unknown);
  states.add(100_000, 150_000, 0, blocked);
  const mark = states.mark();
  states.add(150_000, 200_000, 0, blocked);
  states.add(200_000, 300_000, 1, unknown);
  states.goBackTo(mark);
  assert.deepEqual(partTexts(states, 0, 200_000, 2), ['running 1', 'blocked 0.5']);
  states.add(150_000, 200_000, 0.5, waiting);
  assert.deepEqual(partTexts(states, 0, 200_000, 2), ['running 1', 'running 0.25, blocked 0.5, waiting 0.25']);
});

test('thousands of segments are summed up as one by one, however the range is cut', () => {
  const random = seededRandom(7);
  const kinds = [blocked, waiting, idle, unknown];
  const segments = Array.from({ length: 3_000 }, () => ({
    us: 1 + Math.floor(random() * 900),
    share: Math.floor(random() * 5) / 4,
    rest: kinds[Math.floor(random() * 4)] ?? idle,
  }));
  const states = new ThreadStates();
  const expected = (partBeginUs: number, partEndUs: number): Float64Array => {
    const sums = new Float64Array(ACTIVITIES);
    let atUs = 0;
    for (const { us, share, rest } of segments) {
      const overlapUs = Math.max(0, Math.min(partEndUs, atUs + us) - Math.max(partBeginUs, atUs)) / (partEndUs - partBeginUs);
      sums[running] = (sums[running] ?? 0) + overlapUs * share;
      sums[rest] = (sums[rest] ?? 0) + overlapUs * (1 - share);
      atUs += us;
    }
    return sums;
  };
  let endUs = 0;
  for (const { us, share, rest } of segments) {
    // Unsettled states are removed and added again.
    const mark = states.mark();
    for (let more = 0; more < 70; more++) states.add(endUs + more, endUs + more + 1, (more % 3) / 2, waiting);
    states.goBackTo(mark);
    states.add(endUs, endUs + us, share, rest);
    endUs += us;
  }
  for (const [rangeBeginUs, rangeEndUs, parts] of [
    [0, endUs, 7],
    [0, endUs, 2_000],
    [endUs / 3, endUs / 2, 40],
    [endUs / 2, endUs / 2 + 100, 9],
  ] as const) {
    const shares = states.shares(rangeBeginUs, rangeEndUs, parts);
    const partUs = (rangeEndUs - rangeBeginUs) / parts;
    for (let part = 0; part < parts; part++) {
      const sums = expected(rangeBeginUs + part * partUs, rangeBeginUs + (part + 1) * partUs);
      for (let activity = 0; activity < ACTIVITIES; activity++) {
        const difference = Math.abs((shares[part * ACTIVITIES + activity] ?? 0) - (sums[activity] ?? 0));
        assert.ok(difference < 1e-4, `part ${part} of ${parts}, activity ${activity}: off by ${difference}`);
      }
    }
  }
});
