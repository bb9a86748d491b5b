import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBaseline } from '../../../../protocol/parse-baseline.ts';
import { AnalyzedApp, idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { processMessage } from '../../../../tests/core/sample-stream.ts';
import { scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { type Baseline, baselineOf } from './baseline.ts';
import { comparedPart } from './compared-part.ts';

const shop = 'com.example.shop';

/** A session of two runs of the same build but for lambdas, which are numbered again. */
function baseline(): Baseline {
  const deeds = (lambda: number) => [
    idle(300 * ms),
    message(200 * ms, `${shop}.Feed.show:10`, `${shop}.Feed.lambda$show$${lambda}:20`),
    idle(300 * ms),
    message(400 * ms, `${shop}.Feed.show:11`, `${shop}.Feed.lambda$show$${lambda + 1}:30`),
    idle(300 * ms),
    message(50 * ms, `${shop}.Cart.total:5`),
    idle(500 * ms),
  ];
  const app = new AnalyzedApp().replay(scriptedApp([...deeds(0), ...deeds(4)]));
  return baselineOf(app.model, app.detector.lags, { title: 'shop', session: 'shop-1', thresholdUs: 100 * ms });
}

test('a baseline holds the groups with how long each lag lasted, and how long lags could be seen', () => {
  const { groups, observedUs, untilUs, title, session, app, thresholdUs } = baseline();
  assert.deepEqual([title, session, app, thresholdUs], ['shop', 'shop-1', shop, 100 * ms]);
  assert.equal(untilUs, observedUs, 'one run without a gap');
  assert.deepEqual(groups, [
    {
      key: `main|${shop}.Feed.show (lambda)`,
      label: 'Feed.show λ',
      kind: 'message',
      durationsUs: [400, 400, 200, 200].map((each) => each * ms),
    },
  ]);
  // Twice 2.05 s of script, up to the last sight of main.
  assert.ok(Math.abs(observedUs - 4_100 * ms) < 40 * ms, `${observedUs}`);
});

test('its tree has each function once below its caller, with the time of its own', () => {
  const [main] = baseline().threads;
  assert.ok(main);
  const { names, name, parent, selfUs, busyUs, blockedUs } = main.tree;
  const path = (row: number): string =>
    row === 0 ? '' : `${path(parent[row] ?? 0)}/${(names[name[row] ?? 0] ?? '').split('.').slice(-2).join('.')}`;
  const rows = new Map(selfUs.map((us, row) => [path(row), us]));
  const loop = '/ZygoteInit.main/Looper.loop/Looper.loopOnce/Handler.dispatchMessage';
  // 2 x (200 + 400) ms in the two lambdas, which are one by name; twice 50 ms in `total`. Samples are 10 ms apart, and their borders
  // in the middle between two.
  const us = (each: string): number => rows.get(`${loop}${each}`) ?? -1;
  assert.ok(Math.abs(us('/Feed.show/Feed.show (lambda)') - 1_200 * ms) < 45 * ms, [...rows].join('\n'));
  assert.ok(Math.abs(us('/Cart.total') - 100 * ms) < 25 * ms, [...rows].join('\n'));
  assert.equal(us('/Feed.show'), 0);
  for (const [row, own] of selfUs.entries()) assert.ok((busyUs[row] ?? 0) + (blockedUs[row] ?? 0) <= own + 2, path(row));
});

test('of several runs one can be kept: its lags, its threads, and how long it could be seen', () => {
  const app = new AnalyzedApp();
  app.take(...scriptedApp([idle(300 * ms), message(200 * ms, `${shop}.Feed.show:10`), idle(500 * ms)]));
  const secondBeginUs = app.model.nowUs;
  const second = scriptedApp([idle(300 * ms), message(400 * ms, `${shop}.Cart.total:5`), idle(500 * ms)]);
  app.take(processMessage(1), ...second.filter(({ type }) => type !== 'process'));
  assert.equal(app.model.runs.length, 2);
  const of = (run?: number): Baseline =>
    baselineOf(app.model, app.detector.lags, { title: '', session: '', thresholdUs: 100 * ms, ...(run === undefined ? {} : { run }) });
  const labels = (run?: number): readonly string[] => of(run).groups.map(({ label }) => label);
  assert.deepEqual([labels(0), labels(1), labels().toSorted()], [['Feed.show'], ['Cart.total'], ['Cart.total', 'Feed.show']]);
  const functions = (run: number): string =>
    of(run)
      .threads.flatMap(({ tree }) => tree.names)
      .join();
  assert.ok(functions(0).includes('Feed.show') && !functions(0).includes('Cart.total'), functions(0));
  // Only the part after the first run is compared with it; the whole session leaves nothing.
  assert.ok(of(0).untilUs <= secondBeginUs && of(1).untilUs === of().untilUs);
  assert.ok(Math.abs(of(0).observedUs + of(1).observedUs - of().observedUs) <= 2);
});

test('a range can be kept: lags that overlap it, its stacks, and how long lags could be seen in it', () => {
  const app = new AnalyzedApp().replay(
    scriptedApp([
      idle(1_000 * ms),
      message(200 * ms, `${shop}.Feed.show:10`),
      idle(800 * ms),
      message(400 * ms, `${shop}.Cart.total:5`),
      idle(600 * ms),
      message(300 * ms, `${shop}.Feed.show:10`),
      idle(700 * ms),
    ]),
  );
  const { model, detector } = app;
  const of = (beginUs: number, endUs: number): Baseline =>
    baselineOf(model, detector.lags, { title: '', session: 'a', thresholdUs: 100 * ms, range: { beginUs, endUs } });
  // From the middle of the second lag, 2.0 s to 2.4 s, to before the third at 3 s.
  const made = of(2_200 * ms, 2_900 * ms);
  assert.deepEqual(
    made.groups.map(({ label, durationsUs }) => [label, durationsUs.length]),
    [['Cart.total', 1]],
  );
  assert.ok(Math.abs((made.groups[0]?.durationsUs[0] ?? 0) - 400 * ms) < 15 * ms, 'its whole length');
  assert.equal(made.observedUs, 700 * ms);
  const [main] = made.threads;
  const self = new Map(main?.tree.name.map((name, row) => [main.tree.names[name], main.tree.selfUs[row] ?? 0]));
  // The lag's second half.
  assert.ok(Math.abs((self.get(`${shop}.Cart.total`) ?? 0) - 200 * ms) < 15 * ms, JSON.stringify([...self]));
  assert.ok(!self.has(`${shop}.Feed.show`));
  assert.deepEqual(made.range, { beginUs: 2_200 * ms, endUs: 2_900 * ms });
  assert.deepEqual(parseBaseline(JSON.parse(JSON.stringify(made))), made);
  assert.equal(parseBaseline({ ...made, range: { beginUs: 2, endUs: 1 } }), undefined);
  // The session itself goes on after the range, but only other sessions are compared with it.
  assert.equal(comparedPart(model, 'a', made).kind, 'own');
  assert.equal(comparedPart(model, 'b', made).kind, 'other');
  // Beyond the session nothing could be seen.
  assert.deepEqual([of(9_000 * ms, 10_000 * ms).observedUs, of(9_000 * ms, 10_000 * ms).groups], [0, []]);
});

test('a session without anything makes a baseline without anything', () => {
  const app = new AnalyzedApp();
  const { groups, threads, observedUs } = baselineOf(app.model, app.detector.lags, { title: '', session: '', thresholdUs: 1 });
  assert.deepEqual([groups, threads, observedUs], [[], [], 0]);
});

test('a baseline that was stored comes back as it was', () => {
  const made = baseline();
  assert.deepEqual(parseBaseline(JSON.parse(JSON.stringify(made))), made);
});

test('what is no baseline, of another version or damaged, is refused', () => {
  const made = baseline();
  const [group] = made.groups;
  const [thread] = made.threads;
  assert.ok(group && thread);
  const trees = [
    { ...thread.tree, parent: thread.tree.parent.map((_, row) => row) },
    { ...thread.tree, parent: thread.tree.parent.slice(1) },
    { ...thread.tree, name: thread.tree.name.map(() => 1e6) },
    { ...thread.tree, name: thread.tree.name.map(() => 0.5) },
    { ...thread.tree, selfUs: thread.tree.selfUs.map(() => -1) },
    { ...thread.tree, names: [7] },
  ];
  const damaged: readonly unknown[] = [
    undefined,
    null,
    'x',
    [],
    { ...made, version: 2 },
    { ...made, title: 3 },
    { ...made, observedUs: Number.NaN },
    { ...made, groups: {} },
    { ...made, groups: [{ ...group, kind: 'toString' }] },
    { ...made, groups: [{ ...group, durationsUs: ['1'] }] },
    { ...made, groups: [{ ...group, key: 'x'.repeat(30_000) }] },
    ...trees.map((tree) => ({ ...made, threads: [{ ...thread, tree }] })),
  ];
  for (const each of damaged) assert.equal(parseBaseline(each), undefined, JSON.stringify(each)?.slice(0, 100));
});
