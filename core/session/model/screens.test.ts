import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, ms } from '../../../tests/core/analyzed-app.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import type { Message } from '../../wire/schema.ts';
import { excerptOf } from '../copy/excerpt.ts';
import { SessionModel } from './model.ts';

const START_US = 1_000_000;
const names = ['shop.Feed', 'shop.Cart', 'shop.Pay'];
const strings: readonly Message[] = names.map((text, index) => ({ type: 'string', id: index + 1, text }));

/** An activity begins or ends. */
const screen = (atUs: number, id: number, name: number, shown: 0 | 1): Message => ({ type: 'screen', atUs, id, name, kind: 1, shown });

function modelOf(...messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const each of messages) model.apply(each);
  return model;
}

function inFront(model: SessionModel, ...timesUs: readonly number[]): readonly string[] {
  const [run] = model.runs;
  return timesUs.map((atUs) => model.strings[run?.screens.nameAt(atUs) ?? 0] ?? '');
}

const opened = [screen(START_US, 7, 1, 1), screen(START_US + 100, 8, 2, 1), screen(START_US + 110, 7, 1, 0)];
const wentBack = [screen(START_US + 200, 9, 1, 1), screen(START_US + 210, 8, 2, 0), screen(START_US + 300, 9, 1, 0)];
const head = [processMessage(0), helloMessage(START_US), ...strings];

test('the screen in front is the latest that is still shown', () => {
  const model = modelOf(...head, ...opened, ...wentBack);
  assert.deepEqual(inFront(model, -1, 0, 99, 100, 150, 200, 250, 300), [
    '',
    'shop.Feed',
    'shop.Feed',
    'shop.Cart',
    'shop.Cart',
    'shop.Feed',
    'shop.Feed',
    '',
  ]);
  // What lies behind comes to the front again when the one before it ends.
  const over = modelOf(...head, screen(START_US, 7, 1, 1), screen(START_US + 100, 8, 3, 1), screen(START_US + 200, 8, 3, 0));
  assert.deepEqual(inFront(over, 50, 150, 250), ['shop.Feed', 'shop.Pay', 'shop.Feed']);
});

test('screens that a reconnected agent repeats change nothing, and unknown ones end unheard', () => {
  const model = modelOf(...head, ...opened, screen(START_US + 100, 8, 2, 1), screen(START_US + 150, 99, 1, 0));
  assert.deepEqual(inFront(model, 99, 160), ['shop.Feed', 'shop.Cart']);
  assert.equal(model.runs[0]?.screens.length, 2);
});

test('a screen that begins again without its end, which may be lost, comes to the front', () => {
  const model = modelOf(...head, screen(START_US, 7, 1, 1), screen(START_US + 100, 8, 2, 1), screen(START_US + 200, 7, 1, 1));
  assert.deepEqual(inFront(model, 150, 250), ['shop.Cart', 'shop.Feed']);
});

test('screens without end are bounded', () => {
  const many = Array.from({ length: 1_000 }, (_, id) => screen(START_US + id, id, 1 + (id % 3), 1));
  const model = modelOf(...head, ...many, ...Array.from({ length: 900 }, (_, at) => screen(START_US + 2_000 + at, 999 - at, 1, 0)));
  // 64 are remembered; after these nothing is known.
  assert.deepEqual(inFront(model, 1_500, 5_000), [names[999 % 3], '']);
});

test('an excerpt begins with the screens that were shown then, in their order', async () => {
  const stream = async function* (): AsyncGenerator<readonly Message[]> {
    yield [...head, screen(START_US, 6, 3, 1), ...opened, { type: 'tick', atUs: START_US + 120, rounds: 1 }, ...wentBack];
  };
  const kept: Message[] = [];
  for await (const messages of excerptOf(stream(), { run: 0, beginUs: START_US + 150, endUs: START_US + 205 })) kept.push(...messages);
  assert.deepEqual(
    kept.filter(({ type }) => type === 'screen'),
    [screen(START_US + 150, 6, 3, 1), screen(START_US + 150, 8, 2, 1), screen(START_US + 200, 9, 1, 1)],
  );
  assert.deepEqual(inFront(modelOf(...kept), 0, 50), ['shop.Cart', 'shop.Feed']);
});

test('a lag has the screen in front at its end: a message that opens one is the new one’s', () => {
  const at = (us: number): number => SCRIPT_START_US + us;
  const messages = scriptedApp([
    idle(100 * ms),
    { kind: 'message', us: 300 * ms },
    idle(200 * ms),
    { kind: 'message', us: 300 * ms },
    idle(1_000 * ms),
  ]);
  const facts: readonly Message[] = [
    { type: 'string', id: 901, text: 'shop.Feed' },
    { type: 'string', id: 902, text: 'shop.Cart' },
    screen(at(0), 1, 901, 1),
    screen(at(390 * ms), 2, 902, 1),
    screen(at(395 * ms), 1, 901, 0),
    screen(at(950 * ms), 2, 902, 0),
  ];
  const { lags } = new AnalyzedApp().replay([...messages, ...facts]).detector;
  assert.deepEqual(
    lags.map((lag) => lag.screen),
    ['shop.Cart', 'shop.Cart'],
  );
  assert.equal(new AnalyzedApp().replay(messages).detector.lags[0]?.screen, undefined);
});

test('a lag has the fragment in front too, which is no screen without its activity', () => {
  const at = (us: number): number => SCRIPT_START_US + us;
  const lag = { kind: 'message', us: 300 * ms } as const;
  const messages = scriptedApp([idle(100 * ms), lag, idle(200 * ms), lag, idle(200 * ms), lag, idle(200 * ms)]);
  const fragment = (atUs: number, shown: 0 | 1): Message => ({ type: 'screen', atUs, id: 2, name: 902, kind: 2, shown });
  const facts: readonly Message[] = [
    { type: 'string', id: 901, text: 'shop.Checkout' },
    { type: 'string', id: 902, text: 'shop.Payment' },
    screen(at(0), 1, 901, 1),
    // The second lag's message opens it, the third's activity is gone.
    fragment(at(890 * ms), 1),
    screen(at(1_000 * ms), 1, 901, 0),
  ];
  const { lags } = new AnalyzedApp().replay([...messages, ...facts]).detector;
  assert.deepEqual(
    lags.map(({ screen: activity, fragment: within }) => [activity, within]),
    [
      ['shop.Checkout', undefined],
      ['shop.Checkout', 'shop.Payment'],
      [undefined, undefined],
    ],
  );
});
