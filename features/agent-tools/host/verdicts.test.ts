import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runCommand } from '../../../tests/host/run-command.ts';
import { AgentWorkspace, lags } from '../tests/agent-workspace.ts';

const total = 'com.example.Cart.total:34';
const load = 'com.example.Feed.load:7';

describe('laglens_compare', () => {
  test('says better only beyond chance, and within noise, worse, new and gone of groups', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('before.laglens', [...lags(20, 600, total), ...lags(20, 300, load), ...lags(20, 200, 'com.example.Old.run:1')]);
    await place.session('after.laglens', [...lags(20, 150, total), ...lags(20, 310, load), ...lags(20, 200, 'com.example.New.run:1')]);
    const { answer, words } = await place.answer('laglens_compare', { before: ['before.laglens'], after: ['after.laglens'] });
    const changes = Object.fromEntries(answer.groups.map(({ name, change }) => [name, change]));
    assert.deepEqual(changes, { 'Cart.total': 'better', 'Feed.load': 'within noise', 'Old.run': 'gone', 'New.run': 'new' });
    const cart = answer.groups.find(({ name }) => name === 'Cart.total');
    // 20 x 600 ms and 20 x 150 ms, each in a minute.
    assert.deepEqual([cart?.beforeCount, cart?.afterCount], [20, 20]);
    assert.ok(Math.abs((cart?.changeMs ?? 0) + 9_000) < 200, `${cart?.changeMs}`);
    assert.equal(answer.verdict, 'better');
    assert.match(words, /^better by [\d,]+ ms \(95 %: [\d.]+ to [\d.]+ ms\), from /);
    const reverse = await place.answer('laglens_compare', { before: ['after.laglens'], after: ['before.laglens'] });
    assert.equal(reverse.answer.groups.find(({ name }) => name === 'Cart.total')?.change, 'worse');
  });

  test('calls a change that does nothing no improvement: 20 pairs, none better', async (t) => {
    const place = await AgentWorkspace.make(t);
    for (let round = 0; round < 20; round++) {
      const lengths = Array.from({ length: 24 }, (_, at) => 150 + ((at * 7919 + round * 104_729) % 400));
      const [one, other] = [lengths.slice(0, 12), lengths.slice(12)];
      for (const [name, side] of [['one.laglens', one] as const, ['other.laglens', other] as const])
        await place.session(
          name,
          side.flatMap((length) => lags(1, length, total)),
        );
      const { answer } = await place.answer('laglens_compare', { before: ['one.laglens'], after: ['other.laglens'] });
      assert.notEqual(answer.verdict, 'better', `round ${round}: ${answer.changeMs}`);
    }
  });

  test('has the figures of laglens diff', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('before.laglens', lags(20, 600, total));
    await place.session('after.laglens', lags(20, 150, total));
    const { answer } = await place.answer('laglens_compare', { before: ['before.laglens'], after: ['after.laglens'] });
    const { out } = await runCommand(['diff', '--json', 'before.laglens', 'after.laglens'], { folder: place.folder });
    assert.ok(Math.abs(answer.changeMs - JSON.parse(out).total.changeMsPerMinute) <= 0.05);
  });
});

describe('laglens_check', () => {
  test('holds and breaks budgets, with the line that weighs most', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', lags(20, 600, total));
    const check = async (mostMs: number) => {
      await place.write('laglens.budget.json', JSON.stringify({ rules: [{ measure: 'p95', mostMs }] }));
      return place.answer('laglens_check', { sessions: ['a.laglens'] });
    };
    assert.equal((await check(5_000)).answer.verdict, 'held');
    const { answer, words } = await check(200);
    assert.equal(answer.verdict, 'broken');
    assert.deepEqual(
      answer.rules.map(({ verdict, groups }) => [verdict, groups[0]?.name, groups[0]?.worstMs]),
      [['broken', 'Cart.total', 600]],
    );
    assert.match(words, /^The budget is broken\./);
  });

  test('says which file is missing or wrong', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', lags(1, 200, total));
    assert.match((await place.error('laglens_check', { sessions: ['a.laglens'] })).error, /There is no file "laglens\.budget\.json"/);
    await place.write('laglens.budget.json', '{"rules": []}');
    const { error } = await place.error('laglens_check', { sessions: ['a.laglens'] });
    assert.match(error, /can't be used: rules must be a list/);
  });
});
