import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, Lanes } from './lanes.ts';

const SPARE = 0.5;
const BUSY = 0;
const measuring = ['bench/a.test.ts', 'bench/b.test.ts'];
const waiting = ['host/devices/w1.test.ts', 'tests/e2e/w2.test.ts', 'tests/e2e/w3.test.ts', 'tests/e2e/w4.test.ts', 'tests/e2e/w5.test.ts'];
const computing = ['core/c1.test.ts', 'core/c2.test.ts', 'core/c3.test.ts'];

/** All that begin now, the processors' spare share being the same after each. */
function begin(lanes: Lanes, spare: number): readonly string[] {
  const files: string[] = [];
  for (let file = lanes.next(spare); file !== undefined; file = lanes.next(spare)) files.push(file);
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
  assert.deepEqual(begin(lanes, BUSY), ['core/c1.test.ts', 'tests/e2e/w2.test.ts']);
  lanes.ended('tests/e2e/w2.test.ts');
  assert.deepEqual(begin(lanes, BUSY), ['tests/e2e/w3.test.ts']);
  lanes.ended('core/c1.test.ts');
  assert.deepEqual(begin(lanes, BUSY), ['core/c2.test.ts']);
});

test('while processors are spare more waiting files begin, up to twice the processors, the slowest folders first', () => {
  const lanes = new Lanes([...computing, ...waiting], 2);
  assert.deepEqual(begin(lanes, SPARE), ['core/c1.test.ts', ...waiting.slice(1)]);
  assert.equal(lanes.running.length, 5);
  assert.ok(lanes.most >= 5);
  lanes.ended('tests/e2e/w2.test.ts');
  assert.deepEqual(begin(lanes, BUSY), []);
  assert.deepEqual(begin(lanes, SPARE), ['host/devices/w1.test.ts']);
});

test('files that measure come first, and have at most one waiting or measuring file beside them', () => {
  const lanes = new Lanes([...computing, ...waiting, ...measuring], 4);
  assert.deepEqual(begin(lanes, SPARE), ['core/c1.test.ts', ...measuring]);
  lanes.ended('bench/a.test.ts');
  assert.deepEqual(begin(lanes, SPARE), ['tests/e2e/w2.test.ts']);
  lanes.ended('bench/b.test.ts');
  assert.deepEqual(begin(lanes, SPARE), [
    'tests/e2e/w3.test.ts',
    'tests/e2e/w4.test.ts',
    'tests/e2e/w5.test.ts',
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
