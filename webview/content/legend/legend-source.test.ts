import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { type Deed, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { shopPage } from '../../../tests/core/shop-page.ts';
import type { LegendKey } from '../../state/legend-key.ts';
import { INITIAL_VIEW } from '../../state/view-state.ts';
import { PageSession } from '../page-session.ts';

// The page's words stand in its document.
Object.assign(globalThis, { document: { getElementById: () => null } });

/** The legend of an app whose main thread does these deeds. */
async function keysOf(deeds: readonly Deed[]): Promise<readonly LegendKey[]> {
  const { ViewContents } = await import('../view-contents.ts');
  const { LegendSource } = await import('./legend-source.ts');
  const session = new PageSession(shopPage);
  const { model } = session;
  for (const fact of scriptedApp(deeds)) model.apply(fact);
  const thread = session.mainThread;
  assert.ok(thread);
  const bounds = { fromX: 0, toX: model.nowUs };
  const none = { lag: undefined, group: undefined, baseline: undefined } as const;
  const range = { fromUs: 0, toUs: model.nowUs };
  const content = new ViewContents().content({ session, thread, ...none, bounds, range, state: INITIAL_VIEW });
  return new LegendSource().keys({ model, content, thread, tracks: [], bounds });
}

const app = 'com.example.Feed.read:12';

test('the legend has what occurs: owners of all code, states of the threads', async () => {
  const busy = { kind: 'message', us: 300 * ms, busy: 1 } as const;
  const blocked = { ...busy, busy: 0, state: threadState.monitor } as const;
  const keys = await keysOf([idle(200 * ms), { ...busy, stack: [app, 'okhttp3.Cache.get:7'] }, idle(200 * ms)]);
  // The looper's frames are the system's.
  assert.deepEqual(keys, ['app', 'library', 'framework', 'busy', 'idle']);
  const others = await keysOf([idle(200 * ms), { ...blocked, stack: [app, 'java.util.List.size:3'] }, idle(200 * ms)]);
  assert.deepEqual(others, ['app', 'framework', 'runtime', 'blocked', 'idle']);
});
