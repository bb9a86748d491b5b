import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GrowingFacts, Growth } from './growth.ts';

/** 1,000 pixels for 1,000 s: a pixel is a second. */
const WIDTH = 1_000;
const session = {};
const lag = { beginUs: 10e6, endUs: 12e6, band: 'hang', selected: false };

function facts(toSeconds: number, change: Partial<GrowingFacts> = {}): GrowingFacts {
  return { session, bounds: { fromX: 0, toX: toSeconds * 1e6 }, stretches: [lag], counts: [3], ...change };
}

function painted(atMs = 0): Growth {
  const growth = new Growth();
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
  const now = (stretches: GrowingFacts['stretches']): boolean => painted().isUnseen(facts(1_000.1, { stretches }), 100);
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
  assert.equal(new Growth().isUnseen(facts(1_000.1), 100), false);
});
