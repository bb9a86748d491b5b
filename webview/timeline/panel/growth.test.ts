import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GrowingFacts, Growth } from './growth.ts';

/** 1,000 pixels for 1,000 s: a pixel is a second. */
const WIDTH = 1_000;
const session = {};
const lag = { beginUs: 10e6, endUs: 12e6, band: 'hang', selected: false };

function facts(toSeconds: number, change: Partial<GrowingFacts> = {}): GrowingFacts {
  return { session, bounds: { fromX: 0, toX: toSeconds * 1e6 }, ranges: [lag], counts: [3], ...change };
}

function painted(atMs = 0, repaint = (): void => {}): Growth {
  const growth = new Growth(repaint);
  growth.painted(facts(1_000), WIDTH, atMs);
  return growth;
}

test('Less than half a pixel of a session that grows is not painted, half a pixel is', () => {
  assert.equal(painted().isUnseen(facts(1_000.4), 400), true);
  assert.equal(painted().isUnseen(facts(1_000.6), 600), false);
});

test('After a second a picture is painted again, however little came', () => {
  assert.equal(painted(5_000).isUnseen(facts(1_000.1), 5_999), true);
  assert.equal(painted(5_000).isUnseen(facts(1_000.1), 6_000), false);
});

test('A session that does not grow is painted when something of it changed', () => {
  assert.equal(painted().isUnseen(facts(1_000), 10), false);
});

test('A lag that came, moved by a pixel, got worse or was selected is seen', () => {
  const now = (ranges: GrowingFacts['ranges']): boolean => painted().isUnseen(facts(1_000.1, { ranges }), 100);
  assert.equal(now([lag, lag]), false);
  assert.equal(now([{ ...lag, endUs: 13e6 }]), false);
  assert.equal(now([{ ...lag, band: 'anr' }]), false);
  assert.equal(now([{ ...lag, selected: true }]), false);
  assert.equal(now([{ ...lag, endUs: 12.1e6 }]), true);
});

test('A mark is seen at once', () => {
  assert.equal(painted().isUnseen(facts(1_000.1, { counts: [4] }), 100), false);
});

test('Another session is seen, however alike it is', () => {
  assert.equal(painted().isUnseen(facts(1_000.1, { session: {} }), 100), false);
});

test('What was never painted is seen', () => {
  assert.equal(new Growth(() => {}).isUnseen(facts(1_000.1), 100), false);
});

test('What could not be seen is painted when the picture is stale, also if the session stops with it', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let repaints = 0;
  const growth = painted(5_000, () => repaints++);
  // Two pieces of less than half a pixel; then the session is paused, which shows the latter again. Stale is what was painted at 6,000 ms.
  assert.equal(growth.show(facts(1_000.1), 5_100), false);
  context.mock.timers.tick(300);
  assert.equal(growth.show(facts(1_000.4), 5_400), false);
  assert.equal(growth.show(facts(1_000.4), 5_400), false);
  context.mock.timers.tick(599);
  assert.equal(repaints, 0);
  context.mock.timers.tick(1);
  assert.equal(repaints, 1);
  growth.painted(facts(1_000.4), WIDTH, 6_000);
  context.mock.timers.tick(10_000);
  assert.equal(repaints, 1);
});

test('What can be seen is painted at once, and what was not painted until then with it', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let repaints = 0;
  const growth = painted(0, () => repaints++);
  assert.equal(growth.show(facts(1_000.4), 400), false);
  assert.equal(growth.show(facts(1_000.6), 600), true);
  assert.equal(repaints, 1);
  growth.painted(facts(1_000.6), WIDTH, 600);
  context.mock.timers.tick(10_000);
  assert.equal(repaints, 1);
  // A picture that could not be painted, as it was hidden, does not keep the next one from that.
  for (const wanted of [2, 3]) {
    assert.equal(growth.show(facts(1_000.8), 1_500), false);
    context.mock.timers.tick(100);
    assert.equal(repaints, wanted);
  }
});
