import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../tests/core/analyzed-app.ts';
import { nameOf, ScriptedPhone } from '../../tests/core/scripted-phone.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { PageSession } from '../content/page-session.ts';
import type { FlameContent } from '../flame/content.ts';
import { NO_BOX } from '../flame/rows.ts';
import { ShownGraph } from '../modes/mode/graph.ts';
import { ViewContents } from '../modes/view-contents.ts';
import { INITIAL_VIEW } from '../state/view-state.ts';

/** A turn in which the app calls three frames of the system; another in which one of these calls the app back. */
function phone(): ScriptedPhone {
  return new ScriptedPhone()
    .idle(20 * ms)
    .turn(300 * ms, ['Shop 5', 'UIKit 7', 'CoreFoundation 8', 'kernel 9'])
    .turn(200 * ms, ['Shop 6', 'UIKit 7', 'Shop 8', 'kernel 9']);
}

/** Labels of the longest box of each row. */
function longest({ flame, items }: FlameContent): readonly string[] {
  return flame.rows.map((row) => {
    let [label, most] = ['', 0];
    for (let box = row.first(); box !== NO_BOX; box = row.next(box)) {
      const width = row.end(box) - row.begin(box);
      if (width > most) [label, most] = [items.label(row.item(box)), width];
    }
    return label;
  });
}

function shown(session: PageSession, mode: string, fromUs: number, toUs: number): readonly string[] {
  const thread = session.mainThread;
  assert.ok(thread);
  const facts = { session, thread, lag: undefined, group: undefined, baseline: undefined, bounds: { fromX: fromUs, toX: toUs } };
  const range = { fromUs, toUs };
  const { view } = new ViewContents().content({ ...facts, range, state: { ...INITIAL_VIEW, mode, range } });
  assert.ok(view instanceof ShownGraph);
  return longest(view.content);
}

test('system frames without names in a row are one box that says how many, over time and summed up', () => {
  const session = new PageSession(shopPage);
  for (const message of phone().messages) session.model.apply(message);
  session.judge();
  for (const mode of ['time', 'aggregated'] as const) {
    // Below dyld and the app's main: UIKit and two frames of CoreFoundation, asleep one more in the kernel. One alone keeps its address.
    const first = ['up to 4 frames without names', 'Shop + 0x5', '3 frames without names'];
    assert.deepEqual(shown(session, mode, 30 * ms, 300 * ms).slice(2, 5), first);
    const second = ['Shop + 0x6', 'UIKitCore + 0x7', 'Shop + 0x8', 'libsystem_kernel.dylib + 0x9'];
    if (mode === 'aggregated') assert.deepEqual(shown(session, mode, 340 * ms, 500 * ms).slice(3), second);
  }
});

test('a name ends a run', () => {
  const app = phone();
  const session = new PageSession(shopPage);
  for (const message of [...app.messages, nameOf('CoreFoundation 8', '__CFRunLoopDoSource0', '', 0)]) session.model.apply(message);
  const stack = ['Shop + 0x5', 'UIKitCore + 0x7', '__CFRunLoopDoSource0', 'libsystem_kernel.dylib + 0x9'];
  assert.deepEqual(shown(session, 'aggregated', 30 * ms, 300 * ms).slice(3), stack);
});

test('a run of one file is called by it, and equal addresses in no file are one box', () => {
  const session = new PageSession(shopPage);
  const nowhere = 'Nowhere 4196204';
  const app = new ScriptedPhone()
    .idle(20 * ms)
    .turn(300 * ms, ['Shop 5', 'UIKit 7', 'UIKit 8', 'UIKit 9', 'Shop 8', nowhere, nowhere, nowhere])
    .turn(200 * ms, ['Shop 6', 'UIKit 7', 'UIKit 8']);
  for (const message of app.messages) session.model.apply(message);
  session.judge();
  for (const mode of ['time', 'aggregated'] as const) {
    const stack = shown(session, mode, 30 * ms, 300 * ms).slice(3);
    assert.deepEqual(stack, ['Shop + 0x5', '3 frames of UIKitCore without names', 'Shop + 0x8', '3 frames without names']);
  }
  assert.deepEqual(shown(session, 'aggregated', 340 * ms, 500 * ms).slice(3), ['Shop + 0x6', '2 frames of UIKitCore without names']);
});
