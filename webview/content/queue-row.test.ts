import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STRINGS_ELEMENT } from '../../protocol/page-protocol.ts';
import { pageStrings } from '../../protocol/page-strings.ts';
import { AnalyzedApp, idle, ms } from '../../tests/core/analyzed-app.ts';
import { withUses } from '../../tests/core/message-uses.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { counterAt } from '../timeline/counter-track.ts';
import { queueRow } from './counter-rows.ts';

// The page's texts are read from its document.
const texts = new Map([[STRINGS_ELEMENT, { textContent: JSON.stringify(pageStrings) }]]);
Object.assign(globalThis, { document: { getElementById: (id: string) => texts.get(id) } });

const messages = scriptedApp([
  idle(100 * ms),
  { kind: 'message', us: 400 * ms },
  idle(100 * ms),
  { kind: 'message', us: 50 * ms },
  idle(ms),
]);

test('the track of the queue has each measured message’s wait while it lasts, and 0 between', () => {
  const { runs } = new AnalyzedApp().replay(withUses(messages, { queuedUs: 30 * ms }, { queuedUs: 700 * ms })).model;
  const [row, ...others] = queueRow(runs);
  assert.ok(row?.kind === 'counter' && others.length === 0);
  assert.deepEqual(
    [50, 100, 499, 550, 600, 649, 650].map((at) => counterAt(row.parts, at * ms)),
    [undefined, 30 * ms, 30 * ms, 0, 700 * ms, 700 * ms, 0],
  );
  assert.deepEqual([row.label, row.most], ['Queue', 700 * ms]);
});

test('without known waits there is no such track', () => {
  assert.deepEqual(queueRow(new AnalyzedApp().replay(withUses(messages, {}, {})).model.runs), []);
  assert.deepEqual(queueRow(new AnalyzedApp().replay(messages).model.runs), []);
});
