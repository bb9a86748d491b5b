import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../../core/session/model/model.ts';
import { ModelMethodFacts } from '../../../core/trees/method-facts.ts';
import type { Transform } from '../../../core/trees/transform.ts';
import { type WeightName, weightNames } from '../../../core/trees/weights.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { sampleStream } from '../../../tests/core/sample-stream.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { StacksSource, SummedSource } from './summed-source.ts';

const model = new SessionModel();
const script = [idle(20 * ms), message(40 * ms, 'com.example.Feed.show:10', 'com.example.Feed.decode:20'), idle(20 * ms)];
for (const fact of scriptedApp(script)) model.apply(fact);
const facts = new ModelMethodFacts(model, () => 'app');
const show: Transform = { type: 'focusFunction', function: 'com.example.Feed.show' };
const merge: Transform = { type: 'mergeFunction', function: 'com.example.Feed.decode' };

test('transforms that stay are not worked out again, and one can be taken back from the middle', () => {
  const source = new StacksSource();
  const own = source.of(model, facts, []);
  assert.equal(source.own(model), own);
  const shown = source.of(model, facts, [show]);
  assert.equal(source.of(model, facts, [show, merge]).base, shown);
  assert.equal(source.of(model, facts, [show]), shown);
  assert.equal(shown.length, 3, 'the empty stack, show, decode below it');
  // Taken back, and wanted again.
  assert.equal(source.of(model, facts, []), own);
  assert.equal(source.of(model, facts, [show]), shown);
  assert.equal(source.of(model, facts, [merge]).base, own);
  // Inverting changes no stacks.
  assert.equal(source.of(model, facts, [{ type: 'invert' }]), own);
  // Other categories: only what the app reported itself stays.
  const others = new ModelMethodFacts(model, () => 'library');
  assert.notEqual(source.of(model, others, [show]), shown);
  assert.equal(source.of(model, others, []), own);
});

test('a selection is summed up again only when it, the session, or what it is compared with is another', () => {
  const stacks = new StacksSource();
  const source = new SummedSource();
  const [thread] = model.threads;
  assert.ok(thread);
  const sum = (endUs: number, key?: string) => {
    const compared = key === undefined ? undefined : { key: [key], weights: () => first.weights };
    return source.of(model, [{ thread, beginUs: 0, endUs }], compared, () => stacks.of(model, facts, []));
  };
  const first = { weights: { length: 0, node: new Uint32Array(), ...noColumns(), idleUs: 0 } };
  const whole = sum(80 * ms);
  assert.equal(sum(80 * ms), whole);
  assert.equal(whole.tree.total.wall[0], 40 * ms);
  assert.equal(whole.compared, undefined);
  const compared = sum(80 * ms, 'a');
  assert.equal(compared.compared?.total.wall[0], 0);
  assert.equal(sum(80 * ms, 'a'), compared);
  assert.notEqual(sum(80 * ms, 'b'), compared);
  assert.equal(sum(40 * ms).tree.total.wall[0], 20 * ms);
});

test('what is weighed ahead, all of it or a part, is what is weighed at once', () => {
  const long = new SessionModel();
  for (const fact of sampleStream({ seed: 8, samples: 6_000, threads: 2, depth: 30, methods: 90, nodes: 700 })) long.apply(fact);
  const [thread] = long.threads;
  assert.ok(thread);
  const names = new ModelMethodFacts(long, () => 'app');
  const ranges = [{ thread, beginUs: 0.1 * long.nowUs, endUs: 0.9 * long.nowUs }];
  const sum = (source: SummedSource) => source.of(long, ranges, undefined, () => new StacksSource().of(long, names, [])).tree;
  const expected = sum(new SummedSource());
  assert.ok((expected.total.wall[0] ?? 0) > 1_000 * ms);
  for (const most of [Number.POSITIVE_INFINITY, 3]) {
    const source = new SummedSource();
    let steps = 0;
    for (const _ of source.prefetch(long, ranges, 200)) if (++steps >= most) break;
    assert.ok(steps >= 3);
    const tree = sum(source);
    for (const weight of weightNames) {
      for (let row = 0; row < expected.length; row++) {
        const [is, wanted] = [tree.self[weight][row] ?? 0, expected.self[weight][row] ?? 0];
        assert.ok(Math.abs(is - wanted) < 0.01, `${weight} of ${row}: ${is} and ${wanted}`);
      }
    }
  }
});

function noColumns(): Record<WeightName, Float64Array> {
  const none = new Float64Array(1);
  return { wall: none, cpu: none, blocked: none, samples: none, allocated: new Float64Array(), ready: new Float64Array() };
}
