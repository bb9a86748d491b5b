import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FLEET_DAYS, type PlannedSession, plannedFleet, plannedSession } from './fleet-plan.ts';

const options = { seed: 1, sessions: 1_000 };
const shop = 'com.example.shop';

/** Mean milliseconds of a group in a session of these. */
function meanMs(sessions: readonly PlannedSession[], label: string): number {
  const lags = sessions.flatMap((each) => each.lags.filter(({ group }) => group.label === label));
  return lags.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / sessions.length;
}

function near(found: number, expected: number, share: number): void {
  assert.ok(Math.abs(found - expected) <= share * expected, `${found} instead of ${expected}`);
}

describe('the plan of a fleet', () => {
  const fleet = [...plannedFleet(options)];
  const of = (app: string, version: string): readonly PlannedSession[] =>
    fleet.filter((each) => each.app === app && each.version === version);

  test('is the same for one seed, also for one session alone, and another for others', () => {
    assert.deepEqual([...plannedFleet(options)], fleet);
    assert.deepEqual(plannedSession(options, 777), fleet[777]);
    const others = [...plannedFleet({ ...options, seed: 2 })];
    assert.ok(others.filter(({ lengthMs }, at) => lengthMs === fleet[at]?.lengthMs).length < 10);
  });

  test('has 600 sessions of the shop, 200 of the map and 200 of notes, with an own begin each', () => {
    assert.equal(new Set(fleet.map(({ beginMs }) => beginMs)).size, 1_000);
    for (const [name, count] of [[shop, 600] as const, ['com.example.maps', 200] as const, ['com.example.notes', 200] as const]) {
      const sessions = fleet.filter(({ app }) => app === name);
      assert.equal(sessions.length, count);
      assert.equal(new Set(sessions.map(({ day }) => day)).size, FLEET_DAYS);
      for (const [at, { beginMs }] of sessions.entries()) assert.ok(at === 0 || beginMs > (sessions[at - 1]?.beginMs ?? 0));
    }
  });

  test('plants twice Cart.total, 15 % more Feed.show, 20 % less Search.match, and a new method instead of Old.sync', () => {
    const [before, now] = [of(shop, '1.9'), of(shop, '1.10')];
    near(meanMs(now, 'Cart.total'), 400, 0.03);
    near(meanMs(before, 'Cart.total'), 200, 0.03);
    near(meanMs(now, 'Feed.show'), 184, 0.03);
    near(meanMs(now, 'Search.match'), 152, 0.03);
    assert.deepEqual([meanMs(before, 'Wish.sort'), meanMs(now, 'Old.sync')], [0, 0]);
    near(meanMs(now, 'Wish.sort'), 500, 0.03);
    near(meanMs(now, 'Login.check'), 70, 0.2);
  });

  test('changes nothing where no change is asked for', () => {
    const alike = [...plannedFleet({ ...options, changes: false })].filter(({ app }) => app === shop);
    const labels = (version: string): readonly string[] =>
      [...new Set(alike.filter((each) => each.version === version).flatMap(({ lags }) => lags.map(({ group }) => group.label)))].sort();
    assert.deepEqual(labels('1.9'), labels('1.10'));
    assert.ok(!labels('1.8').includes('Wish.sort') && !labels('1.8').includes('Server.ask') && labels('1.10').includes('Old.sync'));
  });
});
