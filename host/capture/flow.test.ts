import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Flow, FlowBudget } from './flow.ts';

test('a burst of 32 MB is read at once, what follows at the rate of the link', () => {
  const flow = new FlowBudget(0, 1_000_000);
  assert.equal(flow.take(32 << 20, 0), 0);
  assert.equal(flow.take(500_000, 0), 500);
  // Half a second brings back what was too much.
  assert.equal(flow.take(0, 500), 0);
  assert.equal(flow.take(1_000, 500), 1);
});

test('an agent that sends less than the rate is never waited for, and saves up one burst at most', () => {
  const flow = new FlowBudget(0, 1_000_000);
  for (let second = 1; second < 100; second++) assert.equal(flow.take(900_000, second * 1_000), 0);
  assert.equal(flow.take(32 << 20, 10_000_000), 0);
  assert.equal(flow.take(1_000_000, 10_000_000), 1_000);
});

test('a source that gives too much is read no more for a while, and never again once stopped', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const source = new PassThrough();
  const flow = new Flow(source, 1_000_000, (error) => assert.fail(String(error)));
  source.resume();
  flow.took(32 << 20);
  assert.equal(source.isPaused(), false);
  flow.took(1_000_000);
  assert.equal(source.isPaused(), true);
  t.mock.timers.tick(1_000);
  assert.equal(source.isPaused(), false);
  flow.took(1_000_000);
  flow.stop();
  t.mock.timers.tick(10_000);
  assert.equal(source.isPaused(), true);
});
