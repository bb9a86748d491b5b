import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transform } from '../../core/trees/transform.ts';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { PlainElement } from '../../tests/core/plain-element.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { PageSession } from '../content/page-session.ts';
import { ViewContextCache } from '../content/view-context.ts';
import { transformLetters } from '../frames/frame-transforms.ts';
import type { PageAction } from '../state/page-action.ts';
import { INITIAL_VIEW } from '../state/view-state.ts';
import { FrameActions } from './frame-actions.ts';

Object.assign(globalThis, { document: { createElement: () => new PlainElement() } });

const allFrames = { isAppOnly: false, isOfLag: false };

function actionsOf(): { readonly actions: FrameActions; readonly dispatched: readonly PageAction[] } {
  const dispatched: PageAction[] = [];
  const actions = new FrameActions(
    (action) => dispatched.push(action),
    () => undefined,
  );
  return { actions, dispatched };
}

test('a frame has a short menu of single lines, with all transforms in one submenu', () => {
  const session = new PageSession(shopPage);
  for (const each of scriptedApp([message(200 * ms, 'Cart.total:12'), idle(20 * ms)])) session.model.apply(each);
  const context = new ViewContextCache().of(session);
  const node = session.model.nodes.length - 1;
  const method = session.model.nodes.method[node] ?? 0;
  const chosen = { node, method, path: [context.facts.key(method)] };
  const { actions, dispatched } = actionsOf();
  const items = actions.menuItems(chosen, INITIAL_VIEW, { context, weights: [], frames: allFrames });
  assert.deepEqual(
    items.map(({ label, letter, items: inner }) => `${label} ${inner === undefined ? letter : '>'}`),
    ['Open source Enter', 'Open source to the side Alt+Enter', 'Show callers and callees s', 'List the lags that ran it l', 'Transform >'],
  );
  const transforms = items.at(-1)?.items ?? [];
  assert.deepEqual(
    [...items, ...transforms].map(({ detail }) => detail).filter((detail) => detail !== ''),
    [],
  );
  // A library is known of some frames only.
  const letters = transformLetters().filter(({ type }) => type !== 'collapseLibrary' || context.facts.library(method) !== '');
  assert.deepEqual(
    transforms.map(({ letter }) => letter),
    letters.map(({ letter }) => letter),
  );
  transforms.find(({ letter }) => letter === 'f')?.run();
  const change = { transforms: [{ type: 'focusFunction', function: context.facts.key(method) }] };
  assert.deepEqual(dispatched, [{ type: 'change', change }]);
});

test('A and the switch keep only the app’s frames, and bring all back without other transforms', () => {
  const context = new ViewContextCache().of(new PageSession(shopPage));
  const { actions, dispatched } = actionsOf();
  const appOnly = { type: 'flattenToApp' } as const;
  const inverted = { type: 'invert' } as const;
  const [all, app] = [
    { ...INITIAL_VIEW, transforms: [inverted] },
    { ...INITIAL_VIEW, transforms: [appOnly, inverted] },
  ];
  for (const state of [all, app]) {
    const frames = { isAppOnly: state === app, isOfLag: false };
    actions.key('a', undefined, state, { context, weights: [], frames });
    actions.setAppOnly(true, state, frames);
    actions.setAppOnly(false, state, frames);
  }
  const change = (...transforms: readonly Transform[]): PageAction => ({ type: 'change', change: { transforms } });
  assert.deepEqual(dispatched, [change(inverted, appOnly), change(inverted, appOnly), change(inverted), change(inverted)]);
});

test('of a selected lag, A and the switch decide for all lags, and leave the session’s view as it is', () => {
  const context = new ViewContextCache().of(new PageSession(shopPage));
  const { actions, dispatched } = actionsOf();
  actions.key('a', undefined, INITIAL_VIEW, { context, weights: [], frames: { isAppOnly: true, isOfLag: true } });
  actions.setAppOnly(true, { ...INITIAL_VIEW, allFramesOfLags: true }, { isAppOnly: false, isOfLag: true });
  assert.deepEqual(dispatched, [
    { type: 'change', change: { transforms: [], allFramesOfLags: true } },
    { type: 'change', change: { allFramesOfLags: false } },
  ]);
});
