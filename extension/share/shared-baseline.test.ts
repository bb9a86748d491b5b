import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { BASELINE_VERSION, type Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { carefulRedaction } from '../../core/session/copy/redaction.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { packedBaseline, sharedBaseline } from './shared-baseline.ts';

const model = new SessionModel();
for (const each of scriptedApp([message(300 * ms, 'com.example.shop.Cart.total:20'), idle(500 * ms)])) model.apply(each);

const before: Baseline = {
  version: BASELINE_VERSION,
  title: 'before',
  session: '/sessions/before.laglens',
  app: 'com.example.shop',
  untilUs: 9_000 * ms,
  recordedMs: 0,
  observedUs: 9_000 * ms,
  thresholdUs: 100 * ms,
  groups: [{ key: 'main|com.example.shop.Cart.total', label: 'Cart.total', kind: 'message', durationsUs: [250 * ms] }],
  threads: [],
};

function shared(baseline: Baseline, view?: unknown): Baseline | undefined {
  return sharedBaseline(baseline, { model, session: 'mine', view, redaction: carefulRedaction([]) });
}

test('a page has the session that it is compared with, without its path', () => {
  assert.deepEqual(shared(before), { ...before, session: '' });
});

test('a page has the later part against the earlier one of its session', () => {
  const earlier = { ...before, session: 'mine', untilUs: 10 * ms };
  assert.deepEqual(shared(earlier), { ...earlier, session: 'shared' });
  assert.equal(shared({ ...earlier, untilUs: model.nowUs }), undefined);
});

test('a page has another app only if its user compares with it', () => {
  const other = { ...before, app: 'com.acme.merger' };
  for (const view of [undefined, null, { acrossApps: false }]) assert.equal(shared(other, view), undefined);
  assert.deepEqual(shared(other, { acrossApps: true }), { ...other, session: '' });
});

test('a page has fewer stacks of the other session where all are too many', () => {
  const rows = Array.from({ length: 4_000 }, (_, row) => row);
  const times = rows.map((row) => row * 7);
  const tree = { names: rows.map(String), parent: rows.map(() => 0), name: rows, selfUs: times, busyUs: times, blockedUs: times };
  const packed = packedBaseline({ ...before, threads: [{ name: 'main', tree }] }, 20_000) ?? '';
  assert.ok(packed.length > 1_000 && packed.length <= 20_000, `${packed.length} characters`);
  const { groups, threads }: Baseline = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
  assert.deepEqual(groups, before.groups);
  // The longest.
  assert.equal(threads[0]?.tree.names.at(-1), '3999');
});
