import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { lagGroups } from '../../../core/analysis/lags/groups/lag-groups.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { ModelMethodFacts } from '../../../core/trees/method-facts.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { blamedFrame } from './blamed-frame.ts';

const model = new SessionModel();
const total = 'com.example.Cart.total';
const script = [
  idle(1_000 * ms),
  message(200 * ms, `${total}:5`, 'java.util.List.get:9'),
  idle(1_000 * ms),
  message(300 * ms, `${total}:5`),
  idle(1_000 * ms),
];
for (const fact of scriptedApp(script)) model.apply(fact);
const facts = new ModelMethodFacts(model, () => 'app');
const judge = new LagDetector(model, { thresholdUs: 100 * ms, isAppClass: (name) => name.startsWith('com.example.') });
judge.update();
const [first, second] = judge.lags;
const [group] = lagGroups(judge.lags);

test('a lag is blamed on its function, at its time', () => {
  assert.ok(first);
  const { beginUs, endUs } = first;
  assert.deepEqual(blamedFrame(model, facts, first, group), {
    selection: `lag ${first.id}`,
    function: total,
    fromUs: beginUs,
    toUs: endUs,
  });
});

test('a group is represented by its latest lag, and is the same selection when another comes', () => {
  assert.ok(group && first && second);
  assert.equal(group.lags.length, 2);
  const blamed = blamedFrame(model, facts, undefined, group);
  assert.equal(blamed?.function, total);
  assert.equal(blamed?.fromUs, second.beginUs);
  const earlier = blamedFrame(model, facts, undefined, { ...group, lags: [first], latest: first });
  assert.equal(earlier?.selection, blamed?.selection);
  assert.equal(earlier?.fromUs, first.beginUs);
});

test('nothing is blamed where nothing is selected or no frame is responsible', () => {
  assert.ok(first);
  assert.equal(blamedFrame(model, facts, undefined, undefined), undefined);
  assert.equal(blamedFrame(model, facts, { ...first, culprit: undefined }, group), undefined);
});
