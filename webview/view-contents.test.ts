import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, message, ms } from '../tests/core/judged-app.ts';
import { scriptedApp } from '../tests/core/scripted-app.ts';
import { PageSession } from './page-session.ts';
import { INITIAL_VIEW } from './view-state.ts';

// The page's words stand in its document.
Object.assign(globalThis, { document: { getElementById: () => null } });

const about = {
  type: 'begin',
  session: 'shop',
  title: 'shop',
  live: false,
  keepsNames: true,
  thresholdUs: 100 * ms,
  appClasses: { packages: [], prefixes: [] },
} as const;

test('what is made ahead says of names what is known when it is done, also when that came in between', async () => {
  const { ViewContents } = await import('./view-contents.ts');
  const session = new PageSession(about);
  const { model } = session;
  // Its classes were renamed by the build, as the source files say.
  for (const fact of scriptedApp([idle(20 * ms), message(40 * ms, 'a.b.c:10'), idle(20 * ms)]))
    model.apply(fact.type === 'method' ? { ...fact, sourceFile: 'r8-map-id-0123456' } : fact);
  const thread = session.mainThread;
  assert.ok(thread);
  const bounds = { fromX: 0, toX: model.nowUs };
  const stretch = { fromUs: 0, toUs: model.nowUs };
  const selected = { session, thread, lag: undefined, group: undefined, baseline: undefined, bounds, stretch };
  const contents = new ViewContents();
  // As a picture with all of them asks for.
  const { looks } = contents.content({ ...selected, state: INITIAL_VIEW });
  for (let node = 1; node < model.nodes.length; node++) assert.equal(looks.frames.of(node).note, '');
  const steps = contents.ahead({ ...selected, state: INITIAL_VIEW });
  steps.next();
  const why = 'The app was shrunk with another mapping.';
  const nothing = { file: '', foundId: '', foundBy: '', bytes: 0, builtMs: 0, tookUs: 0 };
  model.apply({ type: 'symbols', run: 0, image: 0, neededId: '0123456', confidence: 0, why, ...nothing });
  for (let step = steps.next(); step.done !== true; ) step = steps.next();
  const { view } = contents.content({ ...selected, state: { ...INITIAL_VIEW, mode: 'aggregated' } });
  assert.equal(view.mode, 'aggregated');
  if (view.mode !== 'aggregated') return;
  assert.equal(view.content.facts(0).note, why);
});
