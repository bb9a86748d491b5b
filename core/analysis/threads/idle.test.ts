import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { processMessage, sampleStream } from '../../../tests/core/sample-stream.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { float64At } from '../../columns/at.ts';
import { SessionModel } from '../../session/model/model.ts';
import { isPollMethod, MessageWaits } from './idle.ts';

test('main waits for messages in its queue’s native poll, and in no method of that name elsewhere', () => {
  assert.equal(isPollMethod({ class: 'Landroid/os/MessageQueue;', name: 'nativePollOnce' }), true);
  assert.equal(isPollMethod({ class: 'Landroid/os/MessageQueue;', name: 'next' }), false);
  assert.equal(isPollMethod({ class: 'Lcom/example/Queue;', name: 'nativePollOnce' }), false);

  const { model } = new AnalyzedApp().replay(scriptedApp([idle(200 * ms), message(200 * ms, 'com.example.Cart.total:4'), idle(200 * ms)]));
  const main = model.threads.find(({ isMain }) => isMain);
  assert.ok(main !== undefined);
  const waits = new MessageWaits(model, main);
  const { samples, messages } = main;
  for (let row = 0; row < samples.length; row++) {
    const atUs = samples.beginUsAt(row);
    const isIdle = atUs < float64At(messages.beginUs, 0) || atUs >= float64At(messages.endUs, 0);
    assert.equal(waits.has(row, samples.nodeAt(row)), isIdle, `at ${atUs}`);
  }
});

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
