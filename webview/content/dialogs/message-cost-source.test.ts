import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { MessageCostSource } from './message-cost-source.ts';

const line = 'com.example.Feed.show:10';

test('messages are those of the selection, and summed again only when it may have new ones', () => {
  const script = scriptedApp([idle(100 * ms), message(300 * ms, line), idle(100 * ms), message(50 * ms, line), idle(5_000 * ms)]);
  const model = new SessionModel();
  for (const each of script) model.apply(each);
  const source = new MessageCostSource();
  const total = (...ranges: readonly TimeRange[]): number => source.of(model, ranges).reduce((sum, { totalUs }) => sum + totalUs, 0) / ms;
  assert.deepEqual([total({ beginUs: 0, endUs: 450 * ms }), total({ beginUs: 0, endUs: 600 * ms })], [300, 350]);
  assert.equal(total({ beginUs: 150 * ms, endUs: 200 * ms }, { beginUs: 500 * ms, endUs: 600 * ms }), 100);
  const ranges = [{ beginUs: 0, endUs: 600 * ms }];
  const first = source.of(model, ranges);
  model.apply({ type: 'tick', atUs: 1_000_000_000 + 20_000 * ms, rounds: 1 });
  assert.equal(source.of(model, ranges), first, 'a past range stays');
  const growing = source.of(model, [{ beginUs: 0, endUs: model.nowUs }]);
  model.apply({ type: 'tick', atUs: 1_000_000_000 + 20_010 * ms, rounds: 1 });
  assert.equal(source.of(model, [{ beginUs: 0, endUs: model.nowUs }]), growing, 'not with each tick');
  model.apply({ type: 'tick', atUs: 1_000_000_000 + 23_000 * ms, rounds: 1 });
  assert.notEqual(source.of(model, [{ beginUs: 0, endUs: model.nowUs }]), growing);
});
