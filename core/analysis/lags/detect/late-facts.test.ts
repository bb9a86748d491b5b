import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import type { Message } from '../../../wire/schema.ts';

const show = 'com.example.Feed.show:10';
const build: Deed = { kind: 'idleHandler', us: 300 * ms, stack: ['com.example.Index.queueIdle:7'] };

/** The agent lives on: time goes by without a word about main. */
const lives = (afterUs: number): Message => ({
  type: 'thread',
  thread: 9,
  tid: 0,
  name: 'other',
  group: 'main',
  flags: 0,
  atUs: SCRIPT_START_US + afterUs,
});

/** When a message says that it saw something; undefined for tables. */
function afterUs(fact: Message): number | undefined {
  return 'atUs' in fact && fact.type !== 'thread' ? fact.atUs - SCRIPT_START_US : undefined;
}

/** Live, with facts put in before the first one that is later than a time. */
function withLateFacts(messages: readonly Message[], splitUs: number, late: readonly Message[]): AnalyzedApp {
  const at = messages.findIndex((fact) => (afterUs(fact) ?? 0) > splitUs);
  return new AnalyzedApp().take(...messages.slice(0, at), ...late, ...messages.slice(at));
}

/** Takes facts out of a stream, and gives them apart. */
function heldBack(
  messages: readonly Message[],
  isHeld: (fact: Message) => boolean,
): readonly [reported: readonly Message[], held: readonly Message[]] {
  return [messages.filter((fact) => !isHeld(fact)), messages.filter(isHeld)];
}

test('what is reported of a lag up to two seconds after its end counts, and what comes later leaves it as it stands', () => {
  // A message from 100 to 400 ms with a pause of the garbage collector from 200 to 250 ms: settled at 2,400 ms. Between two
  // facts of the idle thread that follows lie 40 ms, so 2,390 and 2,450 are each on their own side of it.
  const messages = scriptedApp([idle(100 * ms), message(300 * ms, show), idle(4_000 * ms)]);
  const gc: readonly Message[] = [
    { type: 'gcBegin', atUs: SCRIPT_START_US + 200 * ms },
    { type: 'gcEnd', atUs: SCRIPT_START_US + 250 * ms },
  ];
  const gcUs = (splitUs: number): readonly number[] => withLateFacts(messages, splitUs, gc).detector.lags.map((lag) => lag.gcUs);
  assert.deepEqual(gcUs(2_390 * ms), [50 * ms]);
  assert.deepEqual(gcUs(2_450 * ms), [0]);
});

test('an end that was lost long before the link broke does not part the messages around it', () => {
  // 500 messages of 0.4 ms with 0.1 ms between, from 100 ms on: 250 - 0.1 ms. The end of one in the middle is lost, so it ends
  // with the begin of the next; the link breaks 5 s later.
  const storm = Array.from({ length: 500 }, (): readonly Deed[] => [message(400, show), { kind: 'queue', us: 100 }]).flat();
  const messages = scriptedApp([idle(100 * ms), ...storm.slice(0, -1), idle(5_000 * ms)]);
  const lost = messages.filter(({ type }) => type === 'messageEnd')[250];
  const facts = messages.filter((fact) => fact !== lost);
  const app = new AnalyzedApp().replay([...facts, { type: 'gap', atUs: 0, why: 'cable out' }]);
  assert.deepEqual(app.lines, [`storm 100 249.9 ${show}`]);
});

test('an interval that becomes known late moves the borders that were found with another', () => {
  // Samples at 10, 30, 50, ... ms: the handler is seen from 110 to 390 ms, the message begins at 405 ms. If main is looked at
  // every 10 ms, nobody looked for more than an interval, and the handler ended between 390 and 405; if every 20 ms, at 405.
  // Its begin lies between 90 and 110 ms.
  const deeds = [idle(100 * ms), { ...build, us: 305 * ms }, message(1 * ms, show), idle(4_000 * ms)];
  const wrongly = (fact: Message): Message => (fact.type === 'settings' ? { ...fact, intervalUs: 10 * ms } : fact);
  const messages = scriptedApp(deeds, { intervalUs: 20 * ms });
  const app = new AnalyzedApp().take(...messages.map(wrongly));
  assert.deepEqual(app.lines, ['idleHandler 100 297.5 com.example.Index.queueIdle:7']);
  app.take(...messages.filter(({ type }) => type === 'settings'));
  assert.deepEqual(app.lines, ['idleHandler 100 305 com.example.Index.queueIdle:7']);
});

test('a stack that is known late to have lost its outermost frames was main at work all the same', () => {
  // Of eight frames the agent reads the four innermost. Seen from 105 to 395 ms, idle until 95 and from 405 on.
  const deep = Array.from({ length: 4 }, (_, index) => `com.example.Tree.count:${index}`);
  const messages = scriptedApp([idle(100 * ms), message(300 * ms, ...deep), idle(4_000 * ms)], { hook: false, depth: 4 });
  const [sent, settings] = heldBack(messages, ({ type }) => type === 'settings');
  const app = new AnalyzedApp().take(...sent);
  assert.deepEqual(app.lines, []);
  app.take(...settings);
  assert.deepEqual(app.lines, ['message 100 300 com.example.Tree.count:3']);
});

test('a wait for messages that is known late to have used the CPU was native work', () => {
  // First seen at 5 ms, last at 2,995 ms, on CPU all the time: 2,990 ms. Ticks tell that the thread lives, but not of its CPU.
  const messages = scriptedApp([{ kind: 'native', us: 3_000 * ms }]);
  const [sent] = heldBack(messages, ({ type }) => type === 'run');
  const app = new AnalyzedApp().take(...sent);
  assert.deepEqual(app.lines, []);
  app.take({ type: 'run', thread: 1, atUs: SCRIPT_START_US + 2_995 * ms, samples: 299, cpuUs: 2_990 * ms });
  assert.deepEqual(app.lines, ['nativeWork 5 2990 - open']);
});

test('work that is known late to have gone on lasts to its true end', () => {
  // Seen from 105 to 2,995 ms; what was seen after 500 ms is reported when 4 s are over. Idle until 95 ms.
  const messages = scriptedApp([idle(100 * ms), { ...build, us: 2_900 * ms }]);
  const [sent, held] = heldBack(messages, (fact) => (afterUs(fact) ?? 0) > 500 * ms);
  const app = new AnalyzedApp().take(...sent, lives(4_000 * ms));
  const last: Message = { type: 'run', thread: 1, atUs: SCRIPT_START_US + 2_995 * ms, samples: 1, cpuUs: 10 * ms };
  app.take(...held, last);
  assert.deepEqual(app.lines, ['idleHandler 100 2895 com.example.Index.queueIdle:7']);
});

test('samples that come seconds after the message behind them are looked at all the same', () => {
  // Idle until 95 ms, the handler seen from 105 to 395 ms, idle again from 405 ms on; a message of 1 ms at 500 ms.
  const messages = scriptedApp([idle(100 * ms), build, idle(100 * ms), message(1 * ms, show), idle(500 * ms)]);
  const first = messages.findIndex((fact) => fact.type === 'sample' && (afterUs(fact) ?? 0) > 100 * ms);
  const [sent, held] = heldBack(messages, (fact) => messages.indexOf(fact) >= first && /^(sample|run|tick)$/.test(fact.type));
  const app = new AnalyzedApp().take(...sent, lives(4_000 * ms));
  assert.deepEqual(app.lines, []);
  app.replay(held);
  assert.deepEqual(app.lines, ['idleHandler 100 300 com.example.Index.queueIdle:7']);
});
