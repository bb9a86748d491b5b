import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadActivity } from '../../core/analysis/threads/thread-states.ts';
import { threadStates } from '../../core/analysis/threads/thread-tracks.ts';
import { threadState } from '../../core/session/columns/sample-columns.ts';
import { idle, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { NO_BOX } from '../flame/rows.ts';
import { INITIAL_VIEW } from '../state/view-state.ts';
import { PageSession } from './page-session.ts';

// The page's words stand in its document.
Object.assign(globalThis, { document: { getElementById: () => null } });

const label = 'Feed.read';

/** The words for a call from 200 to 500 ms, in a state and off CPU, with a garbage collection from 250 to 450 ms. */
async function said(state: number, isInCall: boolean): Promise<readonly [state: string | undefined, garbageMs: number, trackMs: number]> {
  const { ViewContents } = await import('./view-contents.ts');
  const session = new PageSession(shopPage);
  const { model } = session;
  const call = { kind: 'message', us: 300 * ms, stack: [`com.example.${label}:12`], busy: 0, state } as const;
  for (const fact of scriptedApp([idle(200 * ms), call, idle(200 * ms)])) model.apply(fact);
  const thread = session.mainThread;
  const gcs = model.runs[0]?.gcs;
  assert.ok(thread && gcs);
  gcs.begin(250 * ms);
  gcs.end(450 * ms);
  if (isInCall) thread.blockingCalls.append({ beginUs: 200 * ms, endUs: 500 * ms, node: 0, function: 0, object: 0, owner: -1 });
  const whole = { bounds: { fromX: 0, toX: model.nowUs }, range: { fromUs: 0, toUs: model.nowUs } };
  const { view } = new ViewContents().content({
    session,
    thread,
    lag: undefined,
    group: undefined,
    baseline: undefined,
    ...whole,
    state: INITIAL_VIEW,
  });
  assert.ok(view.mode === 'time');
  const { flame, items, facts } = view.content;
  // All of it is one part: its share of pauses.
  const track = threadStates(model, thread).shares(200 * ms, 500 * ms, 1)[threadActivity.pause] ?? 0;
  for (const row of flame.rows) {
    for (let box = row.first(); box !== NO_BOX; box = row.next(box)) {
      const item = row.item(box);
      if (items.label(item) === label) return [items.state(item), facts(item).garbageUs / ms, Math.round(track * 300)];
    }
  }
  assert.fail('no box of the call');
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
