import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeLag } from '../../../tests/core/made-lag.ts';
import type { Lag } from '../lags/lag.ts';
import { type Cause, count, named } from './facts/cause.ts';
import { groupCause, MOST_JUDGED } from './group-cause.ts';

const ms = 1_000;

function cause(rule: string, short: Cause['short']): Cause {
  return { rule, state: 'blocked', short, sentences: [['causeUnknownUnsampled']], explainedUs: 0, evidence: undefined };
}

const lock = cause('lock', ['shortLock', named('Repo')]);
const otherLock = cause('lock', ['shortLock', named('Cart')]);
const burst = (messages: number): Cause => cause('storm', ['shortMessages', count(messages)]);

/** Lags one second apart, of a length and a cause each; `rule lags/judged`, with the name or number of the short form. */
function textOf(...given: readonly (readonly [lengthMs: number, cause: Cause])[]): string {
  const lags = given.map(([lengthMs], at) => madeLag(at * 1_000 * ms, lengthMs * ms, undefined));
  const worst = lags.reduce<Lag | undefined>(
    (long, lag) => (long && long.endUs - long.beginUs >= lag.endUs - lag.beginUs ? long : lag),
    undefined,
  );
  assert.ok(worst);
  const found = groupCause(lags, worst, (lag) => given[lags.indexOf(lag)]?.[1] ?? lock);
  const [, value] = found?.cause.short ?? [];
  const shown = value?.kind === 'name' ? value.name : value?.kind === 'count' ? value.count : '';
  return `${found?.cause.rule} ${shown} ${found?.lags}/${found?.judged}`;
}

test('a group has its most common cause, as its lag of middle length with it says it', () => {
  assert.equal(textOf([100, lock], [900, otherLock], [200, lock]), 'lock Repo 2/3');
  assert.equal(textOf([100, burst(7)], [300, burst(70)], [200, lock]), 'storm 70 2/3');
  assert.equal(textOf([100, burst(7)], [900, burst(70)], [200, burst(9)], [300, lock]), 'storm 9 3/4');
  assert.equal(textOf([100, lock]), 'lock Repo 1/1');
});

test('of equally common causes that of the longest lag counts', () => {
  assert.equal(textOf([100, lock], [900, otherLock]), 'lock Cart 1/2');
  assert.equal(textOf([900, lock], [100, otherLock]), 'lock Repo 1/2');
});

test('of a large group the newest lags and the longest are judged', () => {
  const many = Array.from({ length: 2 * MOST_JUDGED }, () => [100, lock] as const);
  assert.equal(textOf([900, otherLock], ...many), `lock Repo ${MOST_JUDGED - 1}/${MOST_JUDGED}`);
  assert.equal(textOf([50, otherLock], ...many), `lock Repo ${MOST_JUDGED}/${MOST_JUDGED}`);
});

test('other causes are counted, and "mostly" is no other cause', () => {
  const busy = cause('busy', ['shortBusy']);
  const mostlyBusy = cause('busy', ['shortMostlyBusy']);
  const noCore = cause('noCore', ['shortMostlyNoCore']);
  const causes = [busy, noCore, mostlyBusy, noCore, busy, lock];
  const lags = causes.map((_, at) => madeLag(at * 1_000 * ms, (900 - at) * ms, undefined));
  const [worst] = lags;
  assert.ok(worst);
  const found = groupCause(lags, worst, (lag) => causes[lags.indexOf(lag)] ?? lock);
  assert.deepEqual([found?.cause, found?.lag, found?.lags], [mostlyBusy, lags[2], 3]);
  assert.deepEqual(
    found?.others.map(({ cause: other, lag, lags: count }) => [other, lag, count]),
    [
      [noCore, lags[1], 2],
      [lock, lags[5], 1],
    ],
  );
});
