import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { withUses } from '../../../../tests/core/message-uses.ts';
import { type Deed, scriptedApp } from '../../../../tests/core/scripted-app.ts';

const price = 'com.example.Price.onChange:5';

/** 40 messages with a pause behind each, 10 ms together, as long as an interval: looks at 5, 15, 25, ... ms fall into messages alone. */
const inStep = (between: Deed): readonly Deed[] => [
  idle(100 * ms),
  ...Array.from({ length: 40 }, () => [message(10 * ms - between.us, price), between]).flat(),
  idle(300 * ms),
];

test('a pause into which no look fell is reported alike whether main slept or was kept from running', () => {
  const slept = scriptedApp(inStep(idle(2 * ms)));
  const keptFromRunning = scriptedApp(inStep({ kind: 'queue', us: 2 * ms, busy: 0 }));
  assert.deepEqual(keptFromRunning, slept);
  // Each pause is a fifth of what there is so far, so each ends what went before: 8 ms are no lag.
  assert.deepEqual(new AnalyzedApp().take(...slept).lines, []);
});

test('a few pauses into which no look fell, among many messages without one, do not part them', () => {
  // 250 ms of messages of 0.9 ms with 0.1 ms between, 8 ms without a word, 250 ms again: 508 - 0.1 ms. The pause is 3 % of what
  // there is by then; it lasts from 356 to 364 ms, between the looks at 355 and 365.
  const half = Array.from({ length: 250 }, (): readonly Deed[] => [message(900, price), { kind: 'queue', us: 100 }]).flat();
  const deeds = [idle(106 * ms), ...half, { kind: 'queue', us: 8 * ms, busy: 0 } as const, ...half.slice(0, -1), idle(300 * ms)];
  assert.deepEqual(new AnalyzedApp().take(...scriptedApp(deeds)).lines, [`storm 106 507.9 ${price}`]);
});

test('a pause does not part messages if a later one was due before it: main was kept from running', () => {
  const deeds = inStep({ kind: 'queue', us: 2 * ms, busy: 0 });
  const messages = (queuedUs: number) => withUses(scriptedApp(deeds), ...Array.from({ length: 40 }, () => ({ queuedUs })));
  // Each was due 2 ms before its begin, at the latest when the one before ended; 40 times 10 ms without the last pause.
  const kept = `storm 100 398 ${price}`;
  assert.deepEqual(new AnalyzedApp().take(...messages(2 * ms)).lines, [kept]);
  assert.deepEqual(new AnalyzedApp().replay(messages(2 * ms)).lines, [kept]);
  assert.deepEqual(new AnalyzedApp().take(...messages(1 * ms)).lines, [], 'due in the pause');
});

test('one message in 20 ms with a due time proves it for the pauses before', () => {
  const deeds = inStep({ kind: 'queue', us: 2 * ms, busy: 0 });
  const everySecond = Array.from({ length: 40 }, (_, index) => (index % 2 === 1 ? { queuedUs: 100 * ms } : undefined));
  assert.deepEqual(new AnalyzedApp().take(...withUses(scriptedApp(deeds), ...everySecond)).lines, [`storm 100 398 ${price}`]);
});
