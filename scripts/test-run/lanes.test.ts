import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, Lanes } from './lanes.ts';
import type { Shares } from './processors.ts';

const SPARE = { spare: 0.5, idle: 0 };
const IDLE = { spare: 0.5, idle: 0.5 };
const BUSY = { spare: 0, idle: 0 };
const measuring = ['bench/a.test.ts', 'bench/b.test.ts'];
const waiting = [
  'host/devices/w1.test.ts',
  'tests/agent/w2.test.ts',
  'tests/agent/w3.test.ts',
  'tests/agent/w4.test.ts',
  'tests/agent/w5.test.ts',
];
const windows = ['tests/e2e/v1.test.ts', 'features/any/tests/e2e/v2.test.ts', 'tests/e2e/v3.test.ts', 'tests/e2e/v4.test.ts'];
const computing = ['core/c1.test.ts', 'core/c2.test.ts', 'core/c3.test.ts'];

/** All that begin now, the processors' spare share being the same after each. */
function begin(lanes: Lanes, shares: Shares): readonly string[] {
  const files: string[] = [];
  for (let file = lanes.next(shares); file !== undefined; file = lanes.next(shares)) files.push(file);
  return files;
}

test('files know their kind by their paths', () => {
  assert.deepEqual([...measuring, ...waiting].map(kindOf), [...measuring.map(() => 'measures'), ...waiting.map(() => 'waits')]);
  assert.ok(computing.every((file) => kindOf(file) === 'computes'));
  const ofFeature = ['core/a.test.ts', 'tests/e2e/a.test.ts', 'bench/a.test.ts'].map((file) => kindOf(`features/any/${file}`));
  assert.deepEqual(ofFeature, ['computes', 'waits', 'measures']);
});

test('on a busy computer as many run as it has processors, and one of them computes', () => {
  const lanes = new Lanes([...computing, ...waiting], 2);
  assert.deepEqual(begin(lanes, BUSY), ['core/c1.test.ts', 'tests/agent/w2.test.ts']);
  lanes.ended('tests/agent/w2.test.ts');
  assert.deepEqual(begin(lanes, BUSY), ['tests/agent/w3.test.ts']);
  lanes.ended('core/c1.test.ts');
  assert.deepEqual(begin(lanes, BUSY), ['core/c2.test.ts']);
});

test('while processors are spare more waiting files begin, up to twice the processors, the slowest folders first', () => {
  const lanes = new Lanes([...computing, ...waiting], 2);
  assert.deepEqual(begin(lanes, SPARE), ['core/c1.test.ts', ...waiting.slice(1)]);
  assert.equal(lanes.running.length, 5);
  assert.ok(lanes.most >= 5);
  lanes.ended('tests/agent/w2.test.ts');
  assert.deepEqual(begin(lanes, BUSY), []);
  assert.deepEqual(begin(lanes, SPARE), ['host/devices/w1.test.ts']);
});

test('no more than three windows are open at once, and others run beside them', () => {
  const lanes = new Lanes([...waiting, ...windows], 2);
  assert.deepEqual(begin(lanes, SPARE), [...windows.slice(0, 3), 'tests/agent/w2.test.ts']);
  lanes.ended('tests/agent/w2.test.ts');
  assert.deepEqual(begin(lanes, SPARE), ['tests/agent/w3.test.ts']);
  lanes.ended('tests/e2e/v3.test.ts');
  assert.deepEqual(begin(lanes, SPARE), ['tests/e2e/v4.test.ts']);
  const last = new Lanes(windows, 4);
  assert.equal(begin(last, SPARE).length, 3);
});

test('while processors are idle another computing file begins, but none beside a file that measures', () => {
  const lanes = new Lanes([...computing, ...waiting], 2);
  assert.deepEqual(begin(lanes, IDLE), ['core/c1.test.ts', ...waiting.slice(1), 'core/c2.test.ts']);
  const measured = new Lanes([...computing, ...measuring], 2);
  assert.deepEqual(begin(measured, IDLE), ['core/c1.test.ts', ...measuring]);
});

test('of each kind the longest of the last run come first, and before them those that did not run', () => {
  const times = new Map([
    ['tests/agent/w3.test.ts', 9_000],
    ['host/devices/w1.test.ts', 30_000],
    ['tests/agent/w4.test.ts', 20_000],
    ['core/c1.test.ts', 100],
    ['core/c3.test.ts', 200],
  ]);
  const lanes = new Lanes([...computing, ...waiting.slice(0, 4)], 2, times);
  assert.deepEqual(begin(lanes, IDLE), [
    'core/c2.test.ts',
    ...['tests/agent/w2.test.ts', 'host/devices/w1.test.ts', 'tests/agent/w4.test.ts', 'tests/agent/w3.test.ts'],
    'core/c3.test.ts',
  ]);
});

test('files that measure come first, and have at most one waiting or measuring file beside them', () => {
  const lanes = new Lanes([...computing, ...waiting, ...measuring], 4);
  assert.deepEqual(begin(lanes, SPARE), ['core/c1.test.ts', ...measuring]);
  lanes.ended('bench/a.test.ts');
  assert.deepEqual(begin(lanes, SPARE), ['tests/agent/w2.test.ts']);
  lanes.ended('bench/b.test.ts');
  assert.deepEqual(begin(lanes, SPARE), [
    'tests/agent/w3.test.ts',
    'tests/agent/w4.test.ts',
    'tests/agent/w5.test.ts',
    'host/devices/w1.test.ts',
  ]);
});

test('what computes has all lanes when nothing else is left, and each file runs once', () => {
  const all = [...computing, ...waiting, ...measuring];
  const lanes = new Lanes(all, 2);
  const ran: string[] = [];
  for (;;) {
    ran.push(...begin(lanes, BUSY));
    const [first] = lanes.running;
    if (first === undefined) break;
    lanes.ended(first);
  }
  assert.deepEqual([...ran].sort(), [...all].sort());
  const last = new Lanes(computing, 2);
  assert.deepEqual(begin(last, SPARE), computing.slice(0, 2));
});
