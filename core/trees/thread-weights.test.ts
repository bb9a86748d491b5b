import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage } from '../../tests/core/sample-stream.ts';
import { streamWithHoles } from '../../tests/core/stream-with-holes.ts';
import { ChartWriter } from '../analysis/calls/chart-writer.ts';
import { SessionModel } from '../session/model/model.ts';
import type { Thread } from '../session/model/thread.ts';
import { ThreadWeights } from './thread-weights.ts';
import { type SelfWeights, StackWeights, weightNames } from './weights.ts';

interface Followed {
  readonly writer: ChartWriter;
  readonly weights: ThreadWeights;
}

function followed(model: SessionModel, thread: Thread): Followed {
  const weights = new ThreadWeights(model, thread);
  return { writer: new ChartWriter(model, thread, undefined, weights), weights };
}

function valuesOf(weights: SelfWeights | undefined): readonly unknown[] {
  assert.ok(weights);
  const columns = [weights.node, ...weightNames.map((name) => weights[name])];
  return [weights.idleUs, ...columns.map((column) => [...column.subarray(0, weights.length)])];
}

function added(model: SessionModel, thread: Thread): readonly unknown[] {
  const weights = new StackWeights(model);
  weights.add(thread, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return valuesOf(weights);
}

for (const os of ['android', 'ios']) {
  test(`what is weighed beside a chart that grows is what all of the thread weighs (${os})`, () => {
    for (let seed = 1; seed <= 6; seed++) {
      const model = new SessionModel();
      const all: Followed[] = [];
      let count = 0;
      for (const message of streamWithHoles(seed, os)) {
        model.apply(message);
        if (++count % 131 !== 0) continue;
        for (const thread of model.threads) {
          const { writer, weights } = all[thread.index] ?? followed(model, thread);
          all[thread.index] = { writer, weights };
          writer.update();
          assert.deepEqual(valuesOf(weights.of(0, Number.POSITIVE_INFINITY)), added(model, thread));
        }
      }
      assert.ok(all.length > 1);
    }
  });
}

test('weights are also right when no time passed in the last samples', () => {
  const model = new SessionModel();
  model.apply(helloMessage(0));
  model.apply({ type: 'thread', thread: 1, tid: 1, name: 'main', group: '', flags: 1, atUs: 0 });
  model.apply({ type: 'method', id: 1, class: 'LFeed;', name: 'show', signature: '()V', sourceFile: '', modifiers: 1 });
  for (const id of [1, 2]) model.apply({ type: 'node', id, parent: 0, method: 1, line: id, pc: -1 });
  let sent = 0;
  const see = (atUs: number): void => model.apply({ type: 'sample', thread: 1, atUs, node: 1 + (sent++ % 2), state: 0, cpuUs: undefined });
  for (let at = 1; at <= 10; at++) see(at * 1_000);
  // More than are looked at again, all at the same moment.
  for (let at = 0; at < 100; at++) see(10_000);
  const [thread] = model.threads;
  assert.ok(thread);
  const { writer, weights } = followed(model, thread);
  for (let round = 0; round < 3; round++) {
    writer.update();
    assert.deepEqual(valuesOf(weights.of(0, Number.POSITIVE_INFINITY)), added(model, thread));
    see(11_000 + round * 1_000);
  }
});

test('only a range that leaves out nothing has these weights', () => {
  const model = new SessionModel();
  for (const message of streamWithHoles(3, 'android')) model.apply(message);
  const [thread] = model.threads;
  assert.ok(thread);
  const { samples } = thread;
  const { writer, weights } = followed(model, thread);
  writer.update();
  const beginUs = samples.beginUsAt(0);
  const endUs = samples.endUsAt(samples.length - 1);
  assert.ok(weights.of(beginUs, endUs + 1));
  assert.equal(weights.of(beginUs + 1, endUs + 1), undefined);
  assert.equal(weights.of(beginUs, endUs - 1), undefined);
  // A row that begins at a stretch's end is not counted in it.
  assert.equal(weights.of(beginUs, samples.beginUsAt(samples.length - 1)), undefined);
});
