import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beforeSamples, messageBegins, seen, seenAgain, stacks } from '../../tests/core/allocating-thread.ts';
import { sampleStream, seededRandom } from '../../tests/core/sample-stream.ts';
import { SessionModel } from '../session/model/model.ts';
import type { Thread } from '../session/model/thread.ts';
import type { Message } from '../wire/schema.ts';
import { calleeTree } from './callee-tree.ts';
import { InvertedTree } from './inverted-tree.ts';
import { LiveWeights } from './live-weights.ts';
import { ViewStacks } from './view-stacks.ts';
import { viewTree } from './view-tree.ts';
import { type SelfWeights, StackWeights } from './weights.ts';

const ms = 1_000;

function modelOf(messages: Iterable<Message>): SessionModel {
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  return model;
}

function weightsOf(model: SessionModel, thread: Thread | undefined, beginUs: number, endUs: number): SelfWeights {
  assert.ok(thread);
  const weights = new StackWeights(model);
  weights.add(thread, beginUs, endUs);
  return weights;
}

/** Bytes by the agent's number of the stack. */
function bytesOf(model: SessionModel, weights: SelfWeights): Record<number, number> {
  const bytes: Record<number, number> = {};
  for (let slot = 0; slot < weights.length; slot++) {
    const stack = Object.values(stacks).find((id) => model.runs[0]?.nodes.row(id) === weights.node[slot]) ?? 0;
    bytes[stack] = weights.allocated[slot] ?? 0;
  }
  return bytes;
}

test('bytes belong to the stack that was seen; what was made between two stacks is shared as the time is', () => {
  const model = modelOf([...beforeSamples(1), seen(0, stacks.load), seenAgain(10, 1_000), seen(20, stacks.parse, 600), seenAgain(40, 400)]);
  assert.ok(model.hasAllocations);
  const [thread] = model.threads;
  // load until the middle of 10 and 20 ms: 1,000 and half of 600; parse: the other half and 400.
  assert.deepEqual(bytesOf(model, weightsOf(model, thread, 0, 40 * ms)), { [stacks.load]: 1_300, [stacks.parse]: 700 });
  // Up to 12.5 ms: 1,000, and of the 300 between 10 and 15 ms half.
  assert.deepEqual(bytesOf(model, weightsOf(model, thread, 0, 12.5 * ms)), { [stacks.load]: 1_150 });
  // From 30 ms on: half of the 400 between 20 and 40 ms.
  assert.deepEqual(bytesOf(model, weightsOf(model, thread, 30 * ms, 40 * ms)), { [stacks.parse]: 200 });
});

test('who waited for messages made nothing meanwhile, and two samples of one moment lose none', () => {
  const model = modelOf([
    ...beforeSamples(1),
    seen(0, stacks.poll),
    messageBegins(18),
    seen(20, stacks.load, 800),
    seen(20, stacks.parse, 50),
    seenAgain(30, 7),
  ]);
  // The looper waited until 18 ms; all 800 bytes were made in the 2 ms after that.
  assert.deepEqual(bytesOf(model, weightsOf(model, model.threads[0], 0, 40 * ms)), {
    [stacks.poll]: 0,
    [stacks.load]: 800,
    [stacks.parse]: 57,
  });
});

test('where nobody looked for long, the later stack has what was made', () => {
  const model = modelOf([...beforeSamples(1), seen(0, stacks.load), seenAgain(10, 5), seen(900, stacks.parse, 90), seenAgain(910, 3)]);
  assert.deepEqual(bytesOf(model, weightsOf(model, model.threads[0], 0, 1_000 * ms)), { [stacks.load]: 5, [stacks.parse]: 93 });
});

test('a session in which nobody asked for bytes has no columns of them, in no tree', () => {
  const model = modelOf([...beforeSamples(0), seen(0, stacks.load), seenAgain(10), seen(20, stacks.parse)]);
  assert.equal(model.hasAllocations, false);
  assert.equal(model.threads[0]?.samples.hasAllocations, false);
  const weights = weightsOf(model, model.threads[0], 0, 40 * ms);
  const tree = viewTree(model.nodes, ViewStacks.of(model.nodes), weights);
  const inverted = new InvertedTree(tree);
  inverted.expand(0);
  assert.deepEqual(
    [weights, tree.self, tree.total, inverted.self, inverted.total].map(({ allocated }) => allocated.length),
    [0, 0, 0, 0, 0],
  );
});

/** A stream in which each sample and run tells some bytes; and how many in all. */
function allocatingStream(seed: number): { readonly messages: readonly Message[]; readonly bytes: number } {
  const random = seededRandom(seed);
  let bytes = 0;
  const messages = [...sampleStream({ seed, samples: 4_000, threads: 2, depth: 30, methods: 90, nodes: 700 })].map((message) => {
    if ((message.type !== 'sample' && message.type !== 'run') || random() < 0.3) return message;
    const allocatedBytes = Math.floor(random() * 5_000);
    if (message.thread === 2) bytes += allocatedBytes;
    return { ...message, allocatedBytes };
  });
  return { messages, bytes };
}

test('each byte is counted once in all trees, and as many while the session grows', () => {
  const { messages, bytes } = allocatingStream(5);
  const model = new SessionModel();
  const live = new LiveWeights();
  const weigh = (): SelfWeights | undefined => {
    const [, thread] = model.threads;
    return thread && live.of(model, [{ thread, beginUs: 0, endUs: model.nowUs }]);
  };
  for (const [at, message] of messages.entries()) {
    model.apply(message);
    if (at % 97 === 0) weigh();
  }
  const [, thread] = model.threads;
  const whole = weightsOf(model, thread, 0, model.nowUs);
  const grown = weigh();
  assert.ok(grown);
  const near = (is: number | undefined, expected: number): void => assert.ok(Math.abs((is ?? 0) - expected) < 1, `${is} and ${expected}`);
  for (const weights of [whole, grown]) {
    const tree = viewTree(model.nodes, ViewStacks.of(model.nodes), weights);
    near(tree.total.allocated[0], bytes);
    const inverted = new InvertedTree(tree);
    const { first, count } = inverted.expand(0);
    let self = 0;
    for (let row = first; row < first + count; row++) self += inverted.self.allocated[row] ?? 0;
    near(self, bytes);
    near(calleeTree(tree, () => true).total.allocated[0], bytes);
  }
});
