import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadActivity } from '../../../core/analysis/threads/thread-states.ts';
import { threadStates } from '../../../core/analysis/threads/thread-tracks.ts';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { type Deed, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { shopPage } from '../../../tests/core/shop-page.ts';
import type { FlameContent } from '../../flame/content.ts';
import { boxSentence } from '../../flame/pane/box-facts.ts';
import { NO_BOX } from '../../flame/rows.ts';
import { ShownGraph } from '../../modes/mode/graph.ts';
import { INITIAL_VIEW, type ViewRange } from '../../state/view-state.ts';
import { PageSession } from '../page-session.ts';

const label = 'Feed.read';

interface Said {
  readonly session: PageSession;
  readonly content: FlameContent;
}

/** The view over time of an app's main thread. */
async function overTime(deeds: readonly Deed[], change?: (session: PageSession) => void, range?: ViewRange): Promise<Said> {
  const { ViewContents } = await import('../../modes/view-contents.ts');
  const session = new PageSession(shopPage);
  const { model } = session;
  for (const fact of scriptedApp(deeds)) model.apply(fact);
  change?.(session);
  const thread = session.mainThread;
  assert.ok(thread);
  const whole = { bounds: { fromX: 0, toX: model.nowUs }, range: range ?? { fromUs: 0, toUs: model.nowUs } };
  const none = { lag: undefined, group: undefined, baseline: undefined } as const;
  const { view } = new ViewContents().content({ session, thread, ...none, ...whole, state: INITIAL_VIEW });
  assert.ok(view instanceof ShownGraph && view.mode === 'time');
  return { session, content: view.content };
}

/** Item of the first call with a label. */
function itemOf({ flame, items }: FlameContent, name: string): number {
  for (const row of flame.rows) {
    for (let box = row.first(); box !== NO_BOX; box = row.next(box)) {
      if (items.label(row.item(box)) === name) return row.item(box);
    }
  }
  assert.fail(`no box of ${name}`);
}

/** The words for a call from 200 to 500 ms, in a state and off CPU, with a garbage collection from 250 to 450 ms. */
async function said(state: number, isInCall: boolean): Promise<readonly [state: string | undefined, garbageMs: number, trackMs: number]> {
  const call = { kind: 'message', us: 300 * ms, stack: [`com.example.${label}:12`], busy: 0, state } as const;
  const { session, content } = await overTime([idle(200 * ms), call, idle(200 * ms)], ({ model, mainThread }) => {
    const gcs = model.runs[0]?.gcs;
    assert.ok(gcs);
    gcs.begin(250 * ms);
    gcs.end(450 * ms);
    if (isInCall) mainThread?.blockingCalls.append({ beginUs: 200 * ms, endUs: 500 * ms, node: 0, function: 0, object: 0, owner: -1 });
  });
  const { mainThread, model } = session;
  assert.ok(mainThread);
  // All of it is one part: its share of pauses.
  const track = threadStates(model, mainThread).shares(200 * ms, 500 * ms, 1)[threadActivity.pause] ?? 0;
  const item = itemOf(content, label);
  return [content.items.state(item), content.facts(item).garbageUs / ms, Math.round(track * 300)];
}

test('a box and what is reported about it have garbage collections where the timeline has them', async () => {
  // Could run: 200 of its 300 ms it was stopped.
  assert.deepEqual(await said(threadState.running, false), ['garbage', 200, 200]);
  // The agent saw it in a call that waited, as for a socket.
  assert.deepEqual(await said(threadState.running, true), ['blocked', 0, 0]);
  // With its clock at rest it waits in native code or where a debugger or the collector would hold it, which a pause does not change.
  for (const state of [threadState.native, threadState.suspended, threadState.parked, threadState.monitor])
    assert.deepEqual(await said(state, false), ['blocked', 0, 0], `state ${state}`);
});

test('a call that waits a moment before it calls others has no state, and keeps the colour of its owner', async () => {
  const wait = { us: 30 * ms, stack: [`com.example.${label}:12`], busy: 0, state: threadState.monitor } as const;
  const work = { us: 270 * ms, stack: [`com.example.${label}:13`, 'com.example.Feed.parse:20'], busy: 1 } as const;
  const { content } = await overTime([idle(200 * ms), { kind: 'message', us: 300 * ms, parts: [wait, work] }, idle(200 * ms)]);
  const item = itemOf(content, label);
  assert.deepEqual([content.items.state(item), content.facts(item).totalUs], [undefined, 300 * ms]);
});

test('total, self, states and share of a call are those of its part in the selection, and its whole length stands beside them', async () => {
  const own = { us: 200 * ms, stack: [`com.example.${label}:12`], busy: 1 } as const;
  const callee = { us: 100 * ms, stack: [`com.example.${label}:13`, 'com.example.Feed.parse:20'], busy: 0 } as const;
  const deeds = [idle(200 * ms), { kind: 'message', us: 300 * ms, parts: [own, callee] } as const, idle(200 * ms)];
  for (const [fromMs, toMs, ...expected] of [
    [0, 700, 'Total 300 ms (43 %), Self 200 ms'],
    // 100 of its own and all of the callee's.
    [300, 700, 'Total 200 ms (50 %), Self 100 ms, Whole call 300 ms'],
    [250, 450, 'Total 200 ms (100 %), Self 150 ms, Whole call 300 ms'],
    // No part of it: all of it, and no share.
    [600, 700, 'Whole call 300 ms, Self 200 ms'],
  ] as const) {
    const { content } = await overTime(deeds, undefined, { fromUs: fromMs * ms, toUs: toMs * ms });
    const facts = content.facts(itemOf(content, label));
    assert.deepEqual(boxSentence(facts).split(' · ').slice(2, 3), expected);
    const { totalUs, busyUs, blockedUs, readyUs, unknownUs } = facts;
    assert.equal(busyUs + blockedUs + readyUs + unknownUs, totalUs);
  }
});

test('the app’s main that calls the loop keeps its colour in App only, however long it waits for messages', async () => {
  const { ViewContents } = await import('../../modes/view-contents.ts');
  const session = new PageSession(shopPage);
  const call: Deed = { kind: 'message', us: 100 * ms, stack: [`com.example.${label}:12`] };
  const deeds = [idle(300 * ms), call, idle(300 * ms), call, idle(300 * ms)];
  for (const fact of scriptedApp(deeds, { main: 'com.example.Main.main:3' })) session.model.apply(fact);
  const thread = session.mainThread;
  assert.ok(thread);
  const { nowUs } = session.model;
  const whole = { bounds: { fromX: 0, toX: nowUs }, range: { fromUs: 0, toUs: nowUs } };
  const state = { ...INITIAL_VIEW, transforms: [{ type: 'flattenToApp' } as const] };
  const { view } = new ViewContents().content({ session, thread, lag: undefined, group: undefined, baseline: undefined, ...whole, state });
  assert.ok(view instanceof ShownGraph && view.mode === 'time');
  const { items } = view.content;
  const main = itemOf(view.content, 'Main.main');
  assert.deepEqual([items.state(main), items.category(main)], [undefined, 'app']);
  assert.equal(items.category(itemOf(view.content, label)), 'app');
});
