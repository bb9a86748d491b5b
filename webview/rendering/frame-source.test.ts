import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { PageSession } from '../content/page-session.ts';
import { ShownGraph } from '../modes/mode/graph.ts';
import { INITIAL_VIEW, type ViewState } from '../state/view-state.ts';
import { CaptureStatus } from './capture-status.ts';
import { FrameSource } from './frame-source.ts';
import type { Frame } from './render-frame.ts';

/** Two lags: one of 300 ms at 0.2 s, one of 400 ms at 0.7 s. */
function framesOf(): (change: Partial<ViewState>) => Frame {
  const session = new PageSession(shopPage);
  const work = 'com.example.Cart.total:12';
  for (const fact of scriptedApp([idle(200 * ms), message(300 * ms, work), idle(200 * ms), message(400 * ms, work), idle(200 * ms)]))
    session.model.apply(fact);
  const status = new CaptureStatus();
  status.setPhase({ type: 'phase', phase: 'recording', detail: '' });
  const source = new FrameSource(() => undefined);
  return (change) =>
    source.frame({ session, state: { ...INITIAL_VIEW, ...change }, status, isComplete: false, hostWarnings: [], baseline: undefined });
}

test('a paused frame has what was known at the pause', () => {
  const frame = framesOf();
  const lengths = ({ lags }: Frame): readonly number[] => lags.map(({ beginUs, endUs }) => Math.round((endUs - beginUs) / ms));
  assert.deepEqual(lengths(frame({})), [300, 400]);
  const paused = frame({ pausedUs: 600 * ms });
  assert.deepEqual([lengths(paused), paused.list.items.length], [[300], 1]);
  assert.deepEqual(paused.timeline.lags.length, 1);
});

test('the selected lag is that of all parts: list, stacks, its own stack', () => {
  const frame = framesOf();
  const [lag] = frame({}).lags;
  assert.ok(lag);
  assert.equal(frame({}).selected, undefined);
  const range = { fromUs: lag.beginUs, toUs: lag.endUs };
  const { selected, content, recent, range: shown, tracks } = frame({ lag: lag.id, range });
  assert.equal(selected, lag);
  assert.deepEqual(shown, range);
  assert.equal(content?.blamed?.fromUs, lag.beginUs);
  assert.ok(content?.view instanceof ShownGraph && content.view.mode === 'time');
  assert.equal(recent?.rows[0]?.label, 'Cart.total');
  assert.equal(tracks, undefined, 'closed tracks are not computed');
});

test('an entry of the legend that this session lacks fades nothing', () => {
  const frame = framesOf();
  assert.ok(frame({}).legend.includes('hang') && !frame({}).legend.includes('anr'));
  assert.equal(frame({ lit: 'hang' }).lit, 'hang');
  assert.equal(frame({ lit: 'anr' }).lit, undefined);
});
