import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processMessage, sampleStream } from '../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../session/model/model.ts';
import { MessageWaits } from './idle.ts';

test('a stack that was added after the question began is asked for like any other', () => {
  const model = new SessionModel();
  const messages = [processMessage(0), ...sampleStream({ seed: 7, samples: 20_000, threads: 1, depth: 30, methods: 500, nodes: 20_000 })];
  const begun = messages.findIndex(({ type }) => type === 'sample') + 1;
  for (const message of messages.slice(0, begun)) model.apply(message);
  const [thread] = model.threads;
  assert.ok(thread !== undefined);
  const capacity = model.nodes.method.length;
  const waits = new MessageWaits(model, thread);
  for (const message of messages.slice(begun)) model.apply(message);
  assert.ok(model.nodes.length > capacity, `${model.nodes.length} nodes`);
  assert.equal(waits.has(0, model.nodes.length - 1), false);
});
