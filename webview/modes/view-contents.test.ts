import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beforeSamples, seen, seenAgain, stacks } from '../../tests/core/allocating-thread.ts';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { streamWithHoles } from '../../tests/core/stream-with-holes.ts';
import { PageSession } from '../content/page-session.ts';
import type { FlameContent } from '../flame/content.ts';
import { NO_BOX } from '../flame/rows.ts';
import { INITIAL_VIEW } from '../state/view-state.ts';
import { ShownGraph } from './mode/graph.ts';
import type { ShownView } from './mode/view-content.ts';
import { ShownTable } from './table/table-content.ts';

const about = { ...shopPage, appClasses: { packages: [], prefixes: [] } };

test('what is made ahead says of names what is known when it is done, also when that came in between', async () => {
  const { ViewContents } = await import('./view-contents.ts');
  const session = new PageSession(about);
  const { model } = session;
  // Its classes were renamed by the build, as the source files say.
  for (const fact of scriptedApp([idle(20 * ms), message(40 * ms, 'a.b.c:10'), idle(20 * ms)]))
    model.apply(fact.type === 'method' ? { ...fact, sourceFile: 'r8-map-id-0123456' } : fact);
  const thread = session.mainThread;
  assert.ok(thread);
  const bounds = { fromX: 0, toX: model.nowUs };
  const range = { fromUs: 0, toUs: model.nowUs };
  const selected = { session, thread, lag: undefined, group: undefined, baseline: undefined, bounds, range };
  const contents = new ViewContents();
  // As a picture with all of them asks for.
  const { context } = contents.content({ ...selected, state: INITIAL_VIEW });
  for (let node = 1; node < model.nodes.length; node++) assert.equal(context.frames.of(node).note, '');
  const steps = contents.prefetch({ ...selected, state: INITIAL_VIEW });
  steps.next();
  const why = 'The app was shrunk with another mapping.';
  const nothing = { file: '', foundId: '', foundBy: '', bytes: 0, builtMs: 0, tookUs: 0 };
  model.apply({ type: 'symbols', run: 0, image: 0, neededId: '0123456', confidence: 0, why, ...nothing });
  for (let step = steps.next(); step.done !== true; ) step = steps.next();
  const { view } = contents.content({ ...selected, state: { ...INITIAL_VIEW, mode: 'aggregated' } });
  assert.equal(view.mode, 'aggregated');
  assert.ok(view instanceof ShownGraph);
  assert.equal(view.content.facts(0).note, why);
});

function boxes({ flame, items }: FlameContent): readonly (readonly unknown[])[] {
  return flame.rows.map((row) => {
    const found: unknown[] = [];
    for (let box = row.first(); box !== NO_BOX; box = row.next(box)) found.push(row.begin(box), row.end(box), items.label(row.item(box)));
    return found;
  });
}

function boxesOf(view: ShownView): readonly (readonly unknown[])[] {
  assert.ok(view instanceof ShownGraph && view.mode === 'time');
  return boxes(view.content);
}

test('the calls without the system are the same whether they were made ahead or not, and so is what a transform leads back to', async () => {
  const { ViewContents } = await import('./view-contents.ts');
  const session = new PageSession({ ...about, appClasses: { packages: [], prefixes: ['com.example.shop.part1'] } });
  const { model } = session;
  for (const fact of streamWithHoles(4, 'android')) model.apply(fact);
  const thread = session.mainThread;
  assert.ok(thread);
  const whole = { bounds: { fromX: 0, toX: model.nowUs }, range: { fromUs: 0, toUs: model.nowUs } };
  const selected = { session, thread, lag: undefined, group: undefined, baseline: undefined, ...whole };
  const chains = [[], ['hideSystem'], ['hideSystem', 'flattenToApp'], ['hideSystem'], [], ['flattenToApp'], [], ['hideSystem']] as const;
  const states = chains.map((types) => ({ ...INITIAL_VIEW, transforms: types.map((type) => ({ type })) }));
  const contents = new ViewContents();
  const [plain] = states;
  assert.ok(plain);
  contents.content({ ...selected, state: plain });
  for (const _ of contents.prefetch({ ...selected, state: plain })) assert.ok(session.model === model);
  for (const state of states) {
    const alone = boxesOf(new ViewContents().content({ ...selected, state }).view);
    assert.ok(alone.length > 1);
    assert.deepEqual(boxesOf(contents.content({ ...selected, state }).view), alone, JSON.stringify(state.transforms));
  }
});

const weighed = [
  { mode: 'aggregated' },
  { mode: 'aggregated', transforms: [{ type: 'invert' }] },
  { mode: 'table' },
  { mode: 'table', table: { ...INITIAL_VIEW.table, direction: 'bottomUp' } },
  { mode: 'sandwich' },
] as const;

test('views by bytes show a thread and a range without any, also beside one that has some', async () => {
  const { ViewContents } = await import('./view-contents.ts');
  const session = new PageSession(about);
  const { model } = session;
  for (const fact of [...beforeSamples(1), seen(0, stacks.load), seenAgain(10, 1_000), seen(20, stacks.parse, 600), seenAgain(40, 400)])
    model.apply(fact);
  model.apply({ type: 'thread', thread: 2, tid: 2, name: 'worker', group: '', flags: 0, atUs: 0 });
  for (const fact of [seen(0, stacks.load), seenAgain(40)]) model.apply({ ...fact, thread: 2 });
  const search = { text: 'a', regex: false, matchCase: false };
  const some = { fromUs: 0, toUs: 40 * ms };
  const none = { fromUs: 500 * ms, toUs: 600 * ms };
  for (const thread of model.threads) {
    for (const [range, range2] of [
      [some, undefined],
      [none, undefined],
      [some, none],
      [none, some],
    ] as const) {
      for (const view of weighed) {
        const state = { ...INITIAL_VIEW, ...view, weight: 'allocated', focus: 'a', search, range, range2 } as const;
        const bounds = { fromX: 0, toX: model.nowUs };
        const selected = { session, thread, lag: undefined, group: undefined, baseline: undefined, bounds, range };
        const shown = new ViewContents().content({ ...selected, state }).view;
        assert.equal(shown.mode, view.mode);
        if (!(shown instanceof ShownTable)) continue;
        for (const row of shown.table.tree.children(0)) for (const column of shown.table.columns) shown.table.tree.value(row, column);
      }
    }
  }
});

test('a thread without samples is shown, and its sums are made ahead', async () => {
  const { ViewContents } = await import('./view-contents.ts');
  const session = new PageSession(about);
  for (const fact of beforeSamples(1)) session.model.apply(fact);
  const [thread] = session.model.threads;
  assert.ok(thread);
  const range = { fromUs: 0, toUs: 40 * ms };
  const selected = { session, thread, lag: undefined, group: undefined, baseline: undefined, bounds: { fromX: 0, toX: 40 * ms }, range };
  const contents = new ViewContents();
  contents.content({ ...selected, state: INITIAL_VIEW });
  for (const _ of contents.prefetch({ ...selected, state: INITIAL_VIEW })) assert.equal(thread.samples.length, 0);
});
