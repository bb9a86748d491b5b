import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { type Deed, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { nameOf, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { shopPage } from '../../../tests/core/shop-page.ts';
import { bandOfKey, type LegendKey } from '../../state/legend-key.ts';
import { INITIAL_VIEW } from '../../state/view-state.ts';
import { PageSession } from '../page-session.ts';

/** The legend of an app whose main thread does these deeds. */
function keysOf(deeds: readonly Deed[]): Promise<readonly LegendKey[]> {
  return keysIn(scriptedApp(deeds));
}

async function keysIn(messages: readonly Message[]): Promise<readonly LegendKey[]> {
  return (await legendOf(messages)).keys();
}

/** The legend's entries at a rendering, and its work in idle time. */
async function legendOf(messages: readonly Message[]): Promise<{ keys(): readonly LegendKey[]; ahead(): Generator<void, boolean> }> {
  const { ViewContents } = await import('../../modes/view-contents.ts');
  const { LegendSource } = await import('./legend-source.ts');
  const session = new PageSession(shopPage);
  const { model } = session;
  for (const fact of messages) model.apply(fact);
  session.judge();
  const thread = session.mainThread;
  assert.ok(thread);
  const bounds = { fromX: 0, toX: model.nowUs };
  const none = { lag: undefined, group: undefined, baseline: undefined } as const;
  const range = { fromUs: 0, toUs: model.nowUs };
  const content = new ViewContents().content({ session, thread, ...none, bounds, range, state: INITIAL_VIEW });
  const legend = new LegendSource();
  return {
    keys: () => legend.keys({ model, lags: session.lags, content, thread, tracks: [], bounds }),
    ahead: () => legend.ahead(model, content.context),
  };
}

const app = 'com.example.Feed.read:12';

test('the legend has what occurs: owners of all code, states of the threads', async () => {
  const busy = { kind: 'message', us: 300 * ms, busy: 1 } as const;
  const blocked = { ...busy, busy: 0, state: threadState.monitor } as const;
  const keys = await keysOf([idle(200 * ms), { ...busy, stack: [app, 'okhttp3.Cache.get:7'] }, idle(200 * ms)]);
  // The looper's frames are the system's.
  assert.deepEqual(keys, ['app', 'library', 'framework', 'hang', 'busy', 'idle']);
  const others = await keysOf([idle(200 * ms), { ...blocked, stack: [app, 'java.util.List.size:3'] }, idle(200 * ms)]);
  assert.deepEqual(others, ['app', 'framework', 'runtime', 'hang', 'blocked', 'idle']);
});

test('a rendering checks some of very many methods, and idle time the others', async () => {
  const many = Array.from(
    { length: 2_500 },
    (_, index): Deed => ({ kind: 'message', us: ms, busy: 1, stack: [`com.example.Feed.read${index}:1`] }),
  );
  const legend = await legendOf(scriptedApp([...many, { kind: 'message', us: ms, busy: 1, stack: ['okhttp3.Cache.get:7'] }]));
  assert.deepEqual(legend.keys().includes('library'), false);
  const steps = legend.ahead();
  let step = steps.next();
  let count = 1;
  for (; step.done !== true; step = steps.next()) count++;
  assert.deepEqual([count, step.value], [2, true], 'in steps, with news');
  assert.deepEqual(legend.keys().includes('library'), true);
  assert.deepEqual(legend.ahead().next(), { done: true, value: false }, 'nothing is left');
});

test('severities that occur have entries, the worst by the system’s own term', async () => {
  const severities = (keys: readonly LegendKey[]): readonly LegendKey[] => keys.filter((key) => bandOfKey(key) !== undefined);
  const lag = (us: number): Deed => ({ kind: 'message', us, busy: 1, stack: [app] });
  const pause = idle(200 * ms);
  assert.deepEqual(severities(await keysOf([pause, lag(50 * ms), pause])), []);
  const all = await keysOf([pause, lag(150 * ms), pause, lag(300 * ms), pause, lag(2_000 * ms), pause, lag(6_000 * ms), pause]);
  assert.deepEqual(severities(all), ['hitch', 'hang', 'longHang', 'anr']);
  const phone = new ScriptedPhone()
    .idle(200 * ms)
    .turn(6_000 * ms, ['Debug 1'])
    .idle(200 * ms);
  assert.deepEqual(severities(await keysIn(phone.messages)), ['severeHang']);
});

test('uncertain names occur once a name is of another build, not with addresses or exact names', async () => {
  const { messages } = new ScriptedPhone()
    .idle(200 * ms)
    .turn(300 * ms, ['Debug 1'])
    .idle(200 * ms);
  const name = nameOf('Debug 1', 'Cart.open()', '/src/shop/Cart.swift', 12);
  const isUnsure = async (later: readonly Message[]): Promise<boolean> => (await keysIn([...messages, ...later])).includes('unsure');
  assert.deepEqual([await isUnsure([]), await isUnsure([name]), await isUnsure([{ ...name, confidence: 1 }])], [false, false, true]);
});
