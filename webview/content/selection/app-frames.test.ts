import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { idle, ms } from '../../../tests/core/analyzed-app.ts';
import { type ScriptOptions, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { shopPage } from '../../../tests/core/shop-page.ts';
import { INITIAL_VIEW, type ViewState } from '../../state/view-state.ts';
import { PageSession } from '../page-session.ts';
import { ViewContextCache } from '../view-context.ts';
import { AppFrames, shownTransforms } from './app-frames.ts';

const system = 'android.view.Choreographer.doFrame:10';
const app = 'com.example.Cart.total:12';
const appOnly = { type: 'flattenToApp' } as const;

/** A session with one lag, whose main runs these stacks, each for 100 ms. */
function choicesOf(stacks: readonly (readonly string[])[], options: ScriptOptions = {}) {
  const parts = stacks.map((stack) => ({ us: 100 * ms, stack }));
  const us = stacks.length * 100 * ms;
  return choicesIn(scriptedApp([idle(100 * ms), { kind: 'message', us, parts }, idle(100 * ms)], options));
}

/** Choices for the first lag. */
function choicesIn(messages: readonly Message[]) {
  const session = new PageSession(shopPage);
  for (const each of messages) session.model.apply(each);
  session.judge();
  const context = new ViewContextCache().of(session);
  const [lag] = session.lags;
  const thread = session.mainThread;
  assert.ok(lag && thread);
  const source = new AppFrames();
  return {
    lag: (state: ViewState = INITIAL_VIEW) => source.choice({ session, state, thread, lag, group: undefined }, context),
    session: (state: ViewState = INITIAL_VIEW) => source.choice({ session, state, thread, lag: undefined, group: undefined }, context),
  };
}

test('a selected lag shows only the app’s frames, the whole session all', () => {
  const choices = choicesOf([[system, app], [system, app], [system]]);
  assert.deepEqual(choices.lag(), { isAppOnly: true, isOfLag: true });
  assert.deepEqual(choices.session(), { isAppOnly: false, isOfLag: false });
});

test('a lag with the app’s frames in less than half of its time shows all', () => {
  assert.deepEqual(choicesOf([[system, app], [system], [system]]).lag(), { isAppOnly: false, isOfLag: false });
});

test('frames of the app that call the looper are in every stack, and leave nothing to show', () => {
  const choices = choicesOf([[system], [system]], { main: 'com.example.Main.main:3' });
  assert.deepEqual(choices.lag(), { isAppOnly: false, isOfLag: false });
});

test('a phone’s lag shows the app’s frames below system frames without names, whatever their files are', () => {
  // A frame of the app below the run loop for 300 ms, then its own `main` only.
  const { messages } = new ScriptedPhone()
    .idle(100 * ms)
    .turn(500 * ms, [], {
      parts: [
        { us: 300 * ms, stack: ['Shop 7', 'kernel 5'] },
        { us: 200 * ms, stack: ['kernel 6'] },
      ],
    })
    .idle(100 * ms);
  const unknown = (each: Message): Message =>
    each.type === 'image' && /UIKitCore$|CoreFoundation$/.test(each.path) ? { ...each, path: `/usr/lib/${each.id}.so` } : each;
  assert.deepEqual(choicesIn(messages).lag(), { isAppOnly: true, isOfLag: true });
  assert.deepEqual(choicesIn(messages.map(unknown)).lag(), { isAppOnly: true, isOfLag: true });
  const outside = new ScriptedPhone()
    .idle(100 * ms)
    .turn(500 * ms, ['kernel 6'])
    .idle(100 * ms);
  assert.deepEqual(choicesIn(outside.messages.map(unknown)).lag(), { isAppOnly: false, isOfLag: false });
});

test('the user’s choice holds for all lags, and a search looks through all frames', () => {
  const choices = choicesOf([
    [system, app],
    [system, app],
  ]);
  assert.deepEqual(choices.lag({ ...INITIAL_VIEW, allFramesOfLags: true }), { isAppOnly: false, isOfLag: true });
  assert.equal(choices.lag({ ...INITIAL_VIEW, search: { ...INITIAL_VIEW.search, text: 'frame' } }).isAppOnly, false);
  const chosen = { ...INITIAL_VIEW, transforms: [appOnly] };
  assert.deepEqual([choices.lag(chosen).isAppOnly, choices.session(chosen).isAppOnly], [true, true]);
});

test('transforms of the user come after the app’s frames were chosen', () => {
  const focus = { type: 'focusFunction', function: 'a' } as const;
  const state = { ...INITIAL_VIEW, transforms: [focus] };
  const ofLag = { isAppOnly: true, isOfLag: true };
  assert.deepEqual(shownTransforms(state, ofLag), [appOnly, focus]);
  assert.deepEqual(shownTransforms({ ...state, transforms: [focus, appOnly] }, ofLag), [focus, appOnly]);
  assert.deepEqual(shownTransforms(state, { isAppOnly: false, isOfLag: true }), [focus]);
});
