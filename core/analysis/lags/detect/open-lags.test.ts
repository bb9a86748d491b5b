import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms, pause } from '../../../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import type { Message } from '../../../wire/schema.ts';

const price = 'com.example.Price.onChange:5';
/** 500 messages of 0.2 ms with 0.1 ms between, from 100 ms on: 500 * 0.3 - 0.1 = 149.9 ms. */
const storm = [idle(100 * ms), ...Array.from({ length: 500 }, () => [message(200, price), pause]).flat()].slice(0, -1);
const begun = scriptedApp(storm);
const closed = `storm 100 149.9 ${price}`;

const tick = (afterUs: number): Message => ({ type: 'tick', atUs: SCRIPT_START_US + afterUs, rounds: 1 });

/** The same agent's messages after the storm. */
function after(...deeds: Parameters<typeof scriptedApp>[0]): readonly Message[] {
  return scriptedApp([...storm, ...deeds]).slice(begun.length);
}

test('a storm is open while main may go on with it, and closed when main comes to rest', () => {
  const app = new AnalyzedApp().take(...begun);
  assert.deepEqual(app.lines, [`${closed} open`]);
  app.take(...after(idle(300 * ms)));
  assert.deepEqual(app.lines, [closed]);
});

test('a storm is closed when the process ended or the link broke after it', () => {
  const endings: readonly Message[] = [
    { type: 'processEnd', atUs: SCRIPT_START_US + 250 * ms, why: 'killed' },
    { type: 'gap', atUs: SCRIPT_START_US + 250 * ms, why: 'cable out' },
  ];
  for (const ending of endings) assert.deepEqual(new AnalyzedApp().take(...begun, ending).lines, [closed]);
});

test('a storm stays open while its last message lasts, and is closed when that becomes a lag of its own', () => {
  // From 250 ms on (0.1 ms of queue behind the storm); the end is not reported yet.
  const lasting = after(pause, message(130 * ms, 'com.example.Feed.show:10')).slice(0, -1);
  const until = (us: number): readonly Message[] => lasting.filter((fact) => !('atUs' in fact) || fact.atUs <= SCRIPT_START_US + us);
  assert.deepEqual(new AnalyzedApp().take(...begun, ...until(300 * ms), tick(300 * ms)).lines, [`${closed} open`]);
  const longer = new AnalyzedApp().take(...begun, ...lasting, tick(380 * ms));
  assert.deepEqual(longer.lines, [closed, 'message 250 130 com.example.Feed.show:10 open']);
});

test('a storm before a message that lasted when the link broke is closed', () => {
  const lasting = after(pause, message(50 * ms, 'com.example.Feed.show:10')).slice(0, -1);
  const app = new AnalyzedApp().take(...begun, ...lasting, { type: 'gap', atUs: 0, why: 'cable out' });
  assert.deepEqual(app.lines, [closed]);
});

test('a storm before a long message is over when that one is', () => {
  const app = new AnalyzedApp().take(...begun, ...after(pause, message(200 * ms, 'com.example.Feed.show:10')));
  assert.deepEqual(app.lines, [closed, 'message 250 200 com.example.Feed.show:10']);
});
