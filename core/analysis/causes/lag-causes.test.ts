import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { around, at } from '../../../tests/core/one-lag.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { nameOf, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { Message } from '../../wire/schema.ts';
import { appClassPredicate } from '../frames/app-classes.ts';
import { AppMethods } from '../frames/app-methods.ts';
import { causeText } from '../report/cause-text.ts';
import { LagCauses } from './lag-causes.ts';

/** The only lag's cause, as often as it is asked for. */
function watched(app: AnalyzedApp) {
  const causes = new LagCauses(app.model, new AppMethods(app.model, appClassPredicate({ packages: [], prefixes: ['com.example'] })));
  return () => {
    const [lag, ...more] = app.detector.lags;
    assert.ok(lag && more.length === 0);
    return causes.of(lag);
  };
}

test('a name that comes later changes the sentence of a lag that is over', () => {
  const phone = new ScriptedPhone().idle(300 * ms).turn(500 * ms, ['UIKit 50', 'Cart 7']);
  phone.idle(3_000 * ms);
  const app = new AnalyzedApp().replay(phone.messages);
  const cause = watched(app);
  assert.match(causeText(cause()), / in Cart \+ 0x7\.$/);
  app.take(nameOf('Cart 7', 'Cart.total()', 'Cart.swift', 12));
  assert.match(causeText(cause()), / in Cart\.total\(\) \(Cart\.swift:12\)\.$/);
});

const held: readonly Message[] = [
  { type: 'string', id: 900, text: 'Lcom/example/Repo;' },
  { type: 'waitBegin', thread: 1, atUs: at(100), kind: 1, object: 900 },
  { type: 'waitOwner', thread: 1, atUs: at(150), owner: 2, ownerNode: 0, waiters: 1, object: 900 },
  { type: 'waitEnd', thread: 1, atUs: at(500) },
];
const named = (name: string): Message => ({ type: 'thread', thread: 2, tid: 9, name, group: 'main', flags: 0, atUs: SCRIPT_START_US });

test('a thread’s name that comes later does, too, and nothing else makes another object', () => {
  const script = scriptedApp(around({ us: 400 * ms, stack: ['com.example.Cart.total:7'], busy: 0, state: threadState.monitor }));
  const app = new AnalyzedApp().replay([...script, named('Thread-9'), ...held]);
  const cause = watched(app);
  const before = cause();
  assert.equal(causeText(before), 'Main waited 400 ms for the lock of Repo. Thread-9 held it.');
  app.take({ type: 'tick', atUs: at(4_000), rounds: 1 });
  assert.equal(cause(), before);
  app.take(named('bg-db'));
  assert.equal(causeText(cause()), 'Main waited 400 ms for the lock of Repo. bg-db held it.');
});

test('a lag that lasts is judged again as it goes on', () => {
  const script = scriptedApp([
    ...around({ us: 100 * ms }).slice(0, 1),
    { kind: 'message', us: 2_000 * ms, stack: ['com.example.Feed.show:1'] },
  ]);
  const first = script.findIndex((each) => 'atUs' in each && each.atUs > at(600));
  const second = script.findIndex((each) => 'atUs' in each && each.atUs > at(1_600));
  const app = new AnalyzedApp().take(...script.slice(0, first));
  const cause = watched(app);
  assert.match(causeText(cause()), /^Busy: \d+ % of [45]\d\d ms in /);
  app.take(...script.slice(first, second));
  assert.match(causeText(cause()), /^Busy: \d+ % of 1\.[45]\d s in /);
});

test('an open lag is not judged at each tick, and at once when it ends', () => {
  const script = scriptedApp([
    ...around({ us: 100 * ms }).slice(0, 1),
    { kind: 'message', us: 900 * ms, stack: ['com.example.Feed.show:1'] },
  ]);
  const after = (milliseconds: number): number => script.findIndex((each) => 'atUs' in each && each.atUs > at(milliseconds));
  const app = new AnalyzedApp().take(...script.slice(0, after(600)));
  const cause = watched(app);
  const first = cause();
  app.take(...script.slice(after(600), after(700)));
  assert.equal(cause(), first);
  app.take(...script.slice(after(700)));
  assert.match(causeText(cause()), /^Busy: \d+ % of (89|90)\d ms in /);
});
