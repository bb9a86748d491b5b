import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { formatDuration } from './format-duration.ts';
import { barrierSentence, syncBarriers } from './sync-barriers.ts';

const START_US = 50_000_000;
const at = (seconds: number): number => START_US + seconds * 1_000_000;
const seen = (since: number, now: number, over = 0): Message => ({ type: 'syncBarrier', beginUs: at(since), atUs: at(now), over });

function modelOf(...messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const each of [processMessage(0), helloMessage(START_US), ...messages]) model.apply(each);
  return model;
}

test('a barrier lasts from its begin, as long as the agent says nothing else, to its end', () => {
  const model = modelOf(seen(3, 13), seen(3, 23), { type: 'tick', atUs: at(24), rounds: 1 });
  assert.deepEqual(syncBarriers(model), [{ run: 0, beginUs: 3_000_000, endUs: 24_000_000, isOpen: true }]);
  model.apply(seen(3, 25, 1));
  model.apply({ type: 'tick', atUs: at(30), rounds: 1 });
  assert.deepEqual(syncBarriers(model), [{ run: 0, beginUs: 3_000_000, endUs: 25_000_000, isOpen: false }]);
});

test('one that is reported again after a broken link is the same, one from before the capture begins with it', () => {
  const model = modelOf(seen(3, 13), { type: 'gap', atUs: at(13), why: '' }, helloMessage(at(20)), seen(3, 21));
  assert.deepEqual(syncBarriers(model), [{ run: 0, beginUs: 3_000_000, endUs: 21_000_000, isOpen: true }]);
  assert.deepEqual(syncBarriers(modelOf(seen(-30, 1))), [{ run: 0, beginUs: 0, endUs: 1_000_000, isOpen: true }]);
});

test('the sentence has the begin, and afterwards the length', () => {
  const sentence = (...messages: readonly Message[]): readonly string[] =>
    syncBarriers(modelOf(...messages)).map((each) => barrierSentence(each, (atUs) => `${atUs / 1e6} s`, formatDuration));
  assert.deepEqual(sentence(seen(3, 13)), ['Since 3 s main handles only asynchronous messages: a sync barrier stays in its queue.']);
  assert.deepEqual(sentence(seen(3, 13, 1)), [
    'From 3 s on main handled only asynchronous messages for 10.00 s: a sync barrier stayed in its queue.',
  ]);
});
