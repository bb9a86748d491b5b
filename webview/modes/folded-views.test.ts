import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { type Deed, type ScriptOptions, scriptedApp } from '../../tests/core/scripted-app.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { PageSession } from '../content/page-session.ts';
import type { FlameContent } from '../flame/content.ts';
import { NO_BOX } from '../flame/rows.ts';
import { INITIAL_VIEW, type ViewState } from '../state/view-state.ts';
import { ShownGraph } from './mode/graph.ts';
import { ViewContents } from './view-contents.ts';

/** Labels of each row's first box in a range. */
function rowLabels({ flame, items }: FlameContent, fromX: number): readonly string[] {
  return flame.rows.flatMap((row) => {
    const box = row.firstEndingAfter(fromX);
    return box === NO_BOX ? [] : [items.label(row.item(box))];
  });
}

/** Reads contents of main from the script's begin to its end. */
function viewer(deeds: readonly Deed[], options: ScriptOptions = {}) {
  const session = new PageSession(shopPage);
  for (const each of scriptedApp(deeds, options)) session.model.apply(each);
  const thread = session.mainThread;
  assert.ok(thread);
  const bounds = { fromX: 0, toX: session.model.nowUs };
  const contents = new ViewContents();
  return (state: Partial<ViewState> = {}, fromUs = 0, toUs = session.model.nowUs): FlameContent => {
    const range = { fromUs, toUs };
    const facts = { session, thread, lag: undefined, group: undefined, baseline: undefined, bounds, range };
    const { view } = contents.content({ ...facts, state: { ...INITIAL_VIEW, ...state }, foldRange: { fromX: fromUs, toX: toUs } });
    assert.ok(view instanceof ShownGraph);
    return view.content;
  };
}

const work = 'com.example.Cart.total:12';
const session = [idle(100 * ms), message(200 * ms, 'com.example.Cart.show:4', work), idle(100 * ms)];
/** Frames of Android 14 (AOSP) down to the looper's. */
const roots = ['ZygoteInit.main', 'Looper.loop', 'Looper.loopOnce'];

test('callers of all frames are one row over time and aggregated, which opens', () => {
  const content = viewer(session);
  assert.deepEqual(rowLabels(content(), 150 * ms), ['▸ main › … › loopOnce', 'Handler.dispatchMessage', 'Cart.show', 'Cart.total']);
  // Sums leave out waits for messages.
  assert.deepEqual(rowLabels(content({ mode: 'aggregated' }), 0), ['▸ main › … › dispatchMessage', 'Cart.show', 'Cart.total']);
  const open = content({ rootsOpen: true });
  assert.deepEqual(rowLabels(open, 150 * ms), ['▾ main › … › loopOnce', ...roots, 'Handler.dispatchMessage', 'Cart.show', 'Cart.total']);
  assert.deepEqual([open.fold?.isOpen, open.fold?.names], [true, roots]);
});

test('in a range, the fold goes down to the first frame that is not the system’s', () => {
  const content = viewer(session);
  assert.deepEqual(rowLabels(content({}, 120 * ms, 280 * ms), 150 * ms), ['▸ main › … › dispatchMessage', 'Cart.show', 'Cart.total']);
});

test('the app’s own frames outside the looper are folded, too, and a stack of only the system keeps its innermost', () => {
  const own = viewer([message(300 * ms, work)], { main: 'com.example.Main.main:3' });
  assert.deepEqual(rowLabels(own({}, 50 * ms, 250 * ms), 150 * ms), ['▸ main › … › dispatchMessage', 'Cart.total']);
  const system = viewer([idle(300 * ms)]);
  assert.deepEqual(rowLabels(system({}, 50 * ms, 250 * ms), 150 * ms).length, 2);
});

test('frames of libraries, which may be the app’s own without names, stay rows', () => {
  const content = viewer([message(300 * ms, 'b.a.c:1', work)]);
  assert.deepEqual(rowLabels(content({}, 50 * ms, 250 * ms), 150 * ms), ['▸ main › … › dispatchMessage', 'a.c', 'Cart.total']);
});

test('inverted stacks have no fold', () => {
  assert.equal(viewer(session)({ mode: 'aggregated', transforms: [{ type: 'invert' }] }).fold, undefined);
});

test('the facts of a fold name its frames; boxes below keep theirs', () => {
  const content = viewer(session)();
  const [first, second] = content.flame.rows;
  assert.ok(first && second);
  assert.deepEqual(content.facts(first.item(first.first())).fold?.names, roots);
  const below = second.item(second.firstEndingAfter(150 * ms));
  assert.deepEqual([content.facts(below).fold, content.facts(below).label], [undefined, 'Handler.dispatchMessage']);
});
