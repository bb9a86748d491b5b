import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { limits } from '../../session/limits/model-limits.ts';
import { SessionModel } from '../../session/model/model.ts';
import { limitSentence, limitTexts, sessionLimits } from './session-limits.ts';

const seconds = (atUs: number): string => `${atUs / 1e6} s`;

test('a session that fits has nothing to say', () => {
  const model = new SessionModel();
  model.apply(processMessage(0));
  model.apply(helloMessage(0));
  assert.deepEqual(sessionLimits(model, { lags: 0 }, seconds), []);
});

test('each limit that was reached is one sentence: since when, how much, how many there may be', () => {
  const model = new SessionModel({ notes: 2, rows: 4 });
  for (const message of [processMessage(0), helloMessage(0)]) model.apply(message);
  model.apply({ type: 'tick', atUs: 3_000_000, rounds: 1 });
  for (const key of ['a', 'b', 'c', 'd']) model.apply({ type: 'note', key, value: '' });
  model.apply({ type: 'messageEnd', thread: 9, atUs: 0, target: 0, callback: 0, what: 0 });
  for (let at = 1; at <= 9; at++) model.apply({ type: 'gcBegin', atUs: at * 1e6 });
  const said = sessionLimits(model, { lags: 7, unreadBeyond: 64 << 20 }, seconds).map(limitSentence);
  assert.deepEqual(said, [
    'The file unpacks to more than a recording of its size can hold. Only the first 64 MB are shown.',
    'From 3 s on, notes beyond 2 were left out (2).',
    `Lags and details before ${model.keptBeginUs / 1e6} s were dropped; only the newest are kept.`,
    'Older lags dropped: 7. Only the newest are kept.',
    'Unusable messages in the session: 3.',
  ]);
  assert.ok(model.keptBeginUs >= 1e6 && model.keptBeginUs < 9e6);
});

test('every limit of a model has a sentence', () => {
  const model = new SessionModel();
  assert.equal(new Set(Object.keys(limits)).size, Object.keys(limitTexts).length - 3, 'beside lags, messages and files');
  assert.equal(model.budgetEnds.length, 0);
});

test('rows that go because tables take their memory are not said to go by a limit of rows', () => {
  const model = new SessionModel({ bytes: 20_000, rows: 1_000 });
  for (const message of [processMessage(0), helloMessage(0)]) model.apply(message);
  for (let at = 1; at <= 900; at++) model.apply({ type: 'gcBegin', atUs: at * 1e6 });
  assert.ok(model.rows < 900 && model.drops > 0, `${model.rows} rows`);
  assert.deepEqual(sessionLimits(model, { lags: 0 }, seconds).map(limitSentence), [
    `Lags and details before ${model.keptBeginUs / 1e6} s were dropped; only the newest are kept.`,
  ]);
});
