import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbout } from '../report/fact.ts';
import { factIdPattern } from '../report/field-report.ts';
import { factNamed, facts, factsOf } from './facts.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

test('each fact has an id, a claim in a sentence and a file of the checkout that relies on it', async () => {
  for (const [id, { claim, file }] of Object.entries(facts)) {
    assert.match(id, factIdPattern);
    assert.match(claim, /^[A-Z/a-z].{10,140}[^.]$/, id);
    await access(join(root, file));
  }
  assert.ok(factsOf('android').length >= 40 && factsOf('ios').length >= 10);
});

test('no claim is there twice for one system', () => {
  for (const kind of ['android', 'ios'] as const) {
    const claims = factsOf(kind).map(([, { claim }]) => claim);
    assert.equal(new Set(claims).size, claims.length);
  }
});

test('an empty observation holds for none', () => {
  const holding = Object.entries(facts).filter(([, { holds }]) => holds({}, { api: 30 }));
  assert.deepEqual(
    holding.map(([id]) => id),
    [],
  );
});

const about = (id: string, api: number): boolean => {
  const fact = factNamed(id);
  assert.ok(fact);
  return isAbout(fact, { api });
};

test('facts of some versions are about these alone', () => {
  assert.deepEqual(
    [29, 30].map((api) => about('android.exit-info.known', api)),
    [false, true],
  );
  assert.deepEqual(
    [29, 30].map((api) => about('android.exit-info.unknown', api)),
    [true, false],
  );
  assert.equal(factNamed('toString'), undefined);
});

const holds = (id: string, seen: Parameters<NonNullable<ReturnType<typeof factNamed>>['holds']>[0]): boolean | undefined =>
  factNamed(id)?.holds(seen, { api: 30 });

test('outlines of AOSP’s answers hold, others do not', () => {
  // Digits of outlines are 1.
  assert.equal(holds('android.processes.columns', { parsed: 5, lines: ['    1     1 name', ' 1111 11111 com.name.name'] }), true);
  assert.equal(holds('android.processes.columns', { parsed: 5, lines: ['PID UID NAME'] }), false);
  assert.equal(holds('android.log.epoch', { lines: ['         1111111111.111  1111  1111 I name  : [1,1]'] }), true);
  assert.equal(holds('android.log.epoch', { lines: ['11-11 11:11:11.111  1111  1111 I name'] }), false);
  assert.equal(holds('android.kernel.memory', { kernel: '4.4.302', anonymous: false }), true);
  assert.equal(holds('android.kernel.memory', { kernel: '4.14', anonymous: false }), false);
  assert.equal(holds('android.props.abi-lists', { abis: ['x86_64', 'x86'], abis64: ['x86_64'], abis32: ['x86'] }), true);
  assert.equal(holds('android.props.abi-lists', { abis: ['x86_64', 'x86'], abis64: ['x86_64'], abis32: [] }), false);
});
