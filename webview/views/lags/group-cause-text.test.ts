import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { groupCauseText } from './group-cause-text.ts';

const lag = madeLag(0, 200_000, undefined);
const counted = (key: 'shortBusy' | 'shortNoCore' | 'shortSleep' | 'shortGarbage', lags: number) => {
  const cause: Cause = { rule: key, state: 'busy', short: [key], sentences: [[key]], explainedUs: 0, evidence: undefined };
  return { cause, lag, lags };
};

test('a group with several causes says how many lags have which', () => {
  const most = counted('shortBusy', 6);
  assert.equal(groupCauseText({ ...most, judged: 6, others: [] }, 6), 'busy');
  assert.equal(groupCauseText({ ...most, judged: 11, others: [counted('shortNoCore', 5)] }, 11), '6 busy, 5 no core free');
  const others = [counted('shortNoCore', 5), counted('shortSleep', 2), counted('shortGarbage', 1)];
  assert.equal(groupCauseText({ ...most, judged: 14, others }, 30), 'of the latest 14: 6 busy, 5 no core free, 3 other');
});
