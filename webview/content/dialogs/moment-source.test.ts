import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameOf } from '../../../core/analysis/frames/frame.ts';
import { causeText } from '../../../core/analysis/report/cause-text.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { ms } from '../../../tests/core/analyzed-app.ts';
import { lockedShop } from '../../../tests/core/locked-shop.ts';
import { type ScriptedWait, scriptedLocks } from '../../../tests/core/scripted-locks.ts';
import { shopPage } from '../../../tests/core/shop-page.ts';
import { ShownGraph } from '../../modes/mode/graph.ts';
import { ShownTable } from '../../modes/table/table-content.ts';
import { INITIAL_VIEW } from '../../state/view-state.ts';
import { PageSession } from '../page-session.ts';
import { chosenMomentUs } from './chosen-moment.ts';
import { MomentSource } from './moment-source.ts';

function sessionOf(messages: readonly Message[]): PageSession {
  const session = new PageSession(shopPage);
  for (const each of messages) session.model.apply(each);
  session.judge();
  return session;
}

test('a column has its thread’s wait with the owner, who waits for it, and frames with short places', () => {
  const content = new MomentSource().of(sessionOf(lockedShop()), 450 * ms);
  const [main, db] = content.columns;
  assert.ok(main && db);
  assert.equal(main.wait && causeText({ sentences: [main.wait] }), 'waits for lock of Cart, held by bg-db');
  assert.deepEqual(
    db.awaitedBy.map(({ name, thread }) => [name, thread]),
    [['main', main.thread]],
  );
  assert.deepEqual(
    main
      .frames()
      .slice(0, 3)
      .map(({ label, place, shortPlace, isApp }) => [label, place, shortPlace, isApp]),
    [
      ['Cart.total', 'Cart.java:12', ':12', true],
      ['Feed.show', 'Feed.java:10', ':10', true],
      ['Handler.dispatchMessage', 'Handler.java:106', ':106', false],
    ],
  );
  assert.deepEqual(content.withoutStack, ['Finalizer']);
});

test('a deadlock’s threads are known at each moment of it, first main, and none before it', () => {
  const waits: readonly ScriptedWait[] = [
    { thread: 'main', for: 'Repo', from: 100, owners: { 120: 'a', 320: 'a' } },
    { thread: 'b', for: 'Cache', from: 100, owners: { 320: 'a' } },
    { thread: 'a', for: 'Repo', from: 200, owners: { 220: 'b' } },
  ];
  const stacks = ['main', 'c', 'b', 'a'].map((thread) => ({ thread, at: 0, stack: ['com.example.Repo.save'] }));
  const session = sessionOf(scriptedLocks(['main', 'c', 'b', 'a'], waits, stacks, 400));
  const { columns, deadlocks } = new MomentSource().of(session, 300 * ms);
  assert.deepEqual(
    columns.map(({ label, isDeadlocked }) => `${label} ${isDeadlocked}`),
    ['main false', 'a true', 'b true', 'c false'],
  );
  assert.deepEqual(
    deadlocks.map(({ beginUs, links }) => [beginUs, ...links.map(({ waiter, object, owner }) => `${waiter.name} ${object} ${owner.name}`)]),
    [[200 * ms, 'b Cache a', 'a Repo b']],
  );
  assert.deepEqual(new MomentSource().of(session, 190 * ms).deadlocks, []);
});

test('the content stays the same object until facts about the moment come', () => {
  const session = sessionOf(lockedShop());
  const source = new MomentSource();
  const before = source.of(session, 450 * ms);
  // More than two seconds later, such facts are final.
  session.model.apply({ type: 'tick', atUs: 1_000_000_000 + 9_000 * ms, rounds: 1 });
  assert.equal(source.of(session, 450 * ms), before);
  assert.notEqual(source.of(session, 460 * ms), before);
});

test('without a pointer the moment is the worst of the selected lag, else the middle of a range, else the worst of the longest lag', () => {
  const session = sessionOf(lockedShop());
  const [lag] = session.lags;
  assert.ok(lag);
  // Main waited from 200 to 700 ms.
  assert.equal(chosenMomentUs(session, { ...INITIAL_VIEW, lag: lag.id, range: { fromUs: 0, toUs: 10 } }, false), 450 * ms);
  assert.equal(chosenMomentUs(session, { ...INITIAL_VIEW, range: { fromUs: 0, toUs: 300 * ms } }, false), 150 * ms);
  assert.equal(chosenMomentUs(session, INITIAL_VIEW, false), 450 * ms);
  assert.equal(chosenMomentUs(session, INITIAL_VIEW, true), session.model.nowUs);
});

test('graph and table know how often samples saw a function called in the selected lag, and nothing without a lag', async () => {
  const { ViewContents } = await import('../../modes/view-contents.ts');
  const session = sessionOf(lockedShop());
  const thread = session.mainThread;
  const [lag] = session.lags;
  assert.ok(thread && lag);
  const bounds = { fromX: 0, toX: session.model.nowUs };
  const range = { fromUs: lag.beginUs, toUs: lag.endUs };
  const contents = new ViewContents();
  const content = (selected: typeof lag | undefined, mode: 'aggregated' | 'table') =>
    contents.content({
      session,
      thread,
      lag: selected,
      group: undefined,
      baseline: undefined,
      bounds,
      range,
      state: { ...INITIAL_VIEW, mode, range, allFramesOfLags: true },
    }).view;
  const methodOf = (name: string): number =>
    session.model.methods.findIndex((method) => method.name === name && method.class.startsWith('Lcom/example/'));
  const table = content(lag, 'table');
  assert.ok(table instanceof ShownTable);
  // One message: show called total once.
  assert.deepEqual(
    [methodOf('show'), methodOf('total')].map((method) => table.table.arrivalsOf?.(method)),
    [1, 1],
  );
  const graph = content(lag, 'aggregated');
  assert.ok(graph instanceof ShownGraph);
  const items = Array.from({ length: 4 }, (_, item) => item).filter((item) => graph.content.nodeOf(item) > 0);
  for (const item of items) assert.equal(graph.content.facts(item).arrivals, 1, frameOf(session.model, graph.content.nodeOf(item)).label);
  assert.equal(content(lag, 'aggregated'), graph, 'an unchanged view is the same object');
  const without = content(undefined, 'aggregated');
  assert.ok(without instanceof ShownGraph);
  assert.equal(without.content.facts(1).arrivals, undefined);
});
