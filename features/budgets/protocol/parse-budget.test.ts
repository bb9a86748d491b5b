import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget } from '../core/budget.ts';
import { parseBudget } from './parse-budget.ts';

const p95 = { measure: 'p95', mostMs: 400 };

function budgetOf(value: unknown): Budget {
  const parsed = parseBudget(value);
  assert.ok('budget' in parsed, JSON.stringify(parsed));
  return parsed.budget;
}

function mistakesOf(value: unknown): readonly string[] {
  const parsed = parseBudget(value);
  assert.ok('mistakes' in parsed, JSON.stringify(parsed));
  return parsed.mistakes;
}

test('each measure has its unit, and a rule’s own limit goes before the budget’s', () => {
  const { rules, withinNoise, leastUs, packages } = budgetOf({
    $schema: './x.json',
    overMs: 200,
    leastSeconds: 10,
    withinNoise: 'undecided',
    packages: ['com.example'],
    rules: [
      p95,
      { measure: 'count', mostPerMinute: 2, overMs: 300, screen: 'Cart' },
      { measure: 'time', mostMsPerMinute: 5, group: 'Cart.total', name: 'cart' },
      { measure: 'jank', mostPercent: 5 },
      { measure: 'memory', mostMB: 2 },
      { measure: 'p50', mostMorePercent: 20 },
    ],
  });
  assert.deepEqual([withinNoise, leastUs, packages], ['undecided', 10_000_000, ['com.example']]);
  assert.deepEqual(
    rules.map(({ limit, overUs }) => [limit, overUs]),
    [
      [{ kind: 'most', value: 400_000 }, 200_000],
      [{ kind: 'most', value: 2 }, 300_000],
      [{ kind: 'most', value: 5_000 }, 200_000],
      [{ kind: 'most', value: 0.05 }, 200_000],
      [{ kind: 'most', value: 2_097_152 }, 200_000],
      [{ kind: 'more', share: 0.2 }, 200_000],
    ],
  );
  assert.deepEqual(
    rules.slice(1, 3).map(({ name, screen, group }) => [name, screen, group]),
    [
      ['', 'Cart', undefined],
      ['cart', undefined, 'Cart.total'],
    ],
  );
  assert.equal(budgetOf({ rules: [p95] }).rules[0]?.overUs, 100_000);
});

test('a mistake names the key and what is allowed', () => {
  const table: readonly (readonly [value: unknown, mistakes: readonly string[]])[] = [
    [5, ['The file must be an object with $schema, packages, overMs, leastSeconds, withinNoise, rules.']],
    [{}, ['rules is missing.']],
    [{ rules: [] }, ['rules must be a list of 1 to 200.']],
    [{ rules: [p95], treshold: 5 }, ['treshold is no key here; allowed: $schema, packages, overMs, leastSeconds, withinNoise, rules.']],
    [{ rules: [p95], withinNoise: 'broken' }, ['withinNoise must be “held” or “undecided”.']],
    [{ rules: [p95, { measure: 'p99', mostMs: 1 }] }, ['rules.1.measure must be one of p50, p95, count, time, jank, memory.']],
    [{ rules: [{ mostMs: 1 }] }, ['rules.0.measure must be one of p50, p95, count, time, jank, memory.']],
    [{ rules: [5] }, ['rules.0 must be an object.']],
    [{ rules: [{ measure: 'p95' }] }, ['rules.0 needs either mostMs or mostMorePercent.']],
    [{ rules: [{ ...p95, mostMorePercent: 5 }] }, ['rules.0 needs either mostMs or mostMorePercent.']],
    [{ rules: [{ ...p95, mostMs: '400' }] }, ['rules.0.mostMs must be a number from 0 to 3600000.']],
    [{ rules: [{ ...p95, overMs: 1 }] }, ['rules.0.overMs must be a number from 16 to 600000.']],
    [
      { rules: [{ measure: 'count', mostMs: 4 }] },
      ['rules.0.mostMs is no key here; allowed: name, measure, mostPerMinute, mostMorePercent, overMs, group, screen.'],
    ],
    [
      { rules: [{ measure: 'memory', mostMB: 4, screen: 'Cart' }] },
      ['rules.0.screen is no key here; allowed: name, measure, mostMB, mostMorePercent.'],
    ],
  ];
  for (const [value, mistakes] of table) assert.deepEqual(mistakesOf(value), mistakes, JSON.stringify(value));
});
