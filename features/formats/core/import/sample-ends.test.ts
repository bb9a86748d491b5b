import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lastEndUs, SampleGaps, sampleEnds, sampleEndUs } from './sample-ends.ts';

suite('samples without a length', () => {
  test('last until the next one, but one interval before a pause and at the end', () => {
    const ends = sampleEnds(10);
    // A pause is longer than six intervals.
    const until = [20, 60, 61, undefined].map((nextUs) => sampleEndUs(0, nextUs, ends));
    assert.deepEqual(until, [20, 60, 10, 10]);
  });

  test('the last one lasts until the profile’s own end, if that is near', () => {
    const until = [15, 20, 21, undefined].map((endUs) => lastEndUs(0, endUs, sampleEnds(10)));
    assert.deepEqual(until, [15, 20, 10, 10]);
  });

  test('the usual gap is the lower median, so that a pause is not one of two', () => {
    const gaps = new SampleGaps();
    assert.equal(gaps.usualUs, undefined);
    for (const gap of [1_000, 299_000, 0, -5]) gaps.add(gap);
    assert.equal(gaps.usualUs, 1_000);
  });

  test('of a million gaps a part is held, and the usual one stays', () => {
    const gaps = new SampleGaps();
    for (let at = 0; at < 1e6; at++) gaps.add(at % 3 === 0 ? 5_000 : 1_000);
    assert.equal(gaps.usualUs, 1_000);
  });
});
