import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, ms, pause } from '../../../../tests/core/analyzed-app.ts';
import { withUses } from '../../../../tests/core/message-uses.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import type { Message } from '../../../wire/schema.ts';

const average = 'com.example.Price.average:9';
const price: Deed = { kind: 'message', us: 900, stack: [average] };
/** 1 ms each, with its pause. */
const prices = (count: number): readonly Deed[] => Array.from({ length: count }, () => [price, pause]).flat();
/** 199.9 ms, of which 199 without a core. */
const stalled: Deed = { ...price, us: 199_900, busy: 0 };
const WAITED = { cpuUs: 900, readyUs: 199 * ms };

/** The same live as on replay. */
function linesOf(messages: readonly Message[]): readonly string[] {
  const { lines } = new AnalyzedApp().take(...messages);
  assert.deepEqual(new AnalyzedApp().replay(messages).lines, lines);
  return lines;
}

/** From 100 ms on; the long messages have these uses. */
function played(deeds: readonly Deed[], use: Parameters<typeof withUses>[1] = WAITED): readonly Message[] {
  const messages = deeds.filter(({ kind }) => kind === 'message');
  return withUses(scriptedApp([idle(100 * ms), ...deeds, idle(500 * ms)]), ...messages.map(({ us }) => (us > 100 * ms ? use : undefined)));
}

test('a burst is one lag, also when other programs keep main from a core within its messages', () => {
  const burst = [...prices(150), stalled, pause, ...prices(150), stalled, pause, ...prices(40)];
  // 150 + 200 + 150 + 200 + 40 ms, without the last pause.
  assert.deepEqual(linesOf(played(burst)), [`storm 100 739.9 ${average}`]);
});

test('short parts count together, and the stalled message is in the burst that they make', () => {
  assert.deepEqual(linesOf(played([...prices(60), stalled, pause, ...prices(60)])), [`storm 100 319.9 ${average}`]);
});

test('short parts before, between and behind two stalled messages count together', () => {
  // 40 ms each: any two are below the threshold of 100 ms.
  const parts = [...prices(40), stalled, pause, ...prices(40), stalled, pause, ...prices(40)];
  assert.deepEqual(linesOf(played(parts)), [`storm 100 519.9 ${average}`]);
});

test('a stalled message beside little else is the lag', () => {
  assert.deepEqual(linesOf(played([...prices(30), stalled, pause, ...prices(30)])), [`message 130 199.9 ${average}`]);
});

test('a message that worked long is a lag of its own in a burst', () => {
  const parts = [`storm 100 149.9 ${average}`, `message 250 199.9 ${average}`, `storm 450 149.9 ${average}`];
  const burst = [...prices(150), { ...stalled, busy: 1 }, pause, ...prices(150)];
  assert.deepEqual(linesOf(played(burst, { cpuUs: 120 * ms, readyUs: 79 * ms })), parts);
  // This kernel does not count.
  assert.deepEqual(linesOf(played(burst, { cpuUs: 900 })), parts);
});

test('a stalled message of another handler is a lag of its own in a burst', () => {
  const other = { ...stalled, callback: 'com.example.Cart', stack: ['com.example.Cart.total:4'] };
  assert.deepEqual(linesOf(played([...prices(150), other, pause, ...prices(150)])), [
    `storm 100 149.9 ${average}`,
    'message 250 199.9 com.example.Cart.total:4',
    `storm 450 149.9 ${average}`,
  ]);
});

test('a burst stays open and grows while its stalled message lasts', () => {
  const begun = scriptedApp([idle(100 * ms), ...prices(150), stalled]).slice(0, -1);
  const untilUs = SCRIPT_START_US + 430 * ms;
  const app = new AnalyzedApp().take(
    ...begun.filter((fact) => !('atUs' in fact) || fact.atUs <= untilUs),
    { type: 'ready', thread: 1, beginUs: SCRIPT_START_US + 250 * ms, atUs: untilUs, readyUs: 179 * ms },
    { type: 'tick', atUs: untilUs, rounds: 1 },
  );
  assert.deepEqual(app.lines, [`storm 100 330 ${average} open`]);
});

test('more stalled messages than a burst keeps are lags', () => {
  const many = Array.from({ length: 25 }, () => [price, pause, stalled, pause]).flat();
  const lines = linesOf(played(many));
  assert.equal(lines.length, 25);
  assert.ok(lines.every((line) => line.startsWith('message ')));
});
