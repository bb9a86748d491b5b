import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LIMITS, MIB } from '../../core/analysis/lags/app-limits.ts';
import type { Message } from '../../core/wire/schema.ts';
import { idle, ms } from '../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../tests/core/scripted-app.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { PageSession } from './page-session.ts';

const unknown = { thermal: undefined, allocations: undefined, allocatedBytes: undefined };

/** An Android app with this much memory each second, in MB. */
function* app(...memory: readonly number[]): Generator<Message> {
  for (const each of scriptedApp([idle(5_000 * ms)])) yield each.type === 'hello' ? { ...each, os: 'android' } : each;
  for (const [index, megabytes] of memory.entries()) {
    const atUs = SCRIPT_START_US + (index + 1) * 1_000 * ms;
    yield { type: 'counters', atUs, cpuUs: 0, cores: 8, threads: 9, footprintBytes: megabytes * MIB, ...unknown };
  }
}

test('a page judges a whole app by the limits it begins with, and by new ones at once', () => {
  const low = { ...DEFAULT_LIMITS, memoryBytes: 300 * MIB };
  const session = new PageSession({ ...shopPage, limits: low });
  for (const each of app(200, 350, 350)) session.model.apply(each);
  session.judge();
  const kinds = (): readonly string[] => session.lags.map(({ kind }) => kind);
  assert.deepEqual(kinds(), ['memory']);
  session.setLimits({ ...low, memoryBytes: 400 * MIB });
  assert.deepEqual(kinds(), []);
  session.setLimits({ ...low, growthBytes: 100 * MIB });
  assert.deepEqual(kinds().toSorted(), ['growth', 'memory']);
  // Other classes of the app need a new detector.
  session.setAppClasses({ packages: [], prefixes: ['org.example'] });
  assert.deepEqual(kinds().toSorted(), ['growth', 'memory']);
});

test('without limits a page has the defaults', () => {
  const session = new PageSession(shopPage);
  for (const each of app(200, 350, 1_100)) session.model.apply(each);
  session.judge();
  assert.deepEqual(session.lags.map(({ kind }) => kind).toSorted(), ['growth', 'memory']);
});

test('the page of a recorded session keeps more rows than a capture, which goes on', () => {
  const session = new PageSession({ ...shopPage, live: false });
  for (const each of app()) session.model.apply(each);
  const { model } = session;
  const main = session.mainThread;
  assert.ok(main);
  const before = model.rows;
  // A sample each 360 us for an hour.
  for (let row = 0; row < 10_000_000; row++) model.sample(main.id, SCRIPT_START_US + 5_000 * ms + row * 360, 0, 0, 300, 0);
  assert.equal(model.rows, before + 10_000_000);
  assert.deepEqual([model.drops, model.budgetEnds], [0, []]);
});
