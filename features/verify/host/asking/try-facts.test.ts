import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../../core/errors.ts';
import type { Fact } from '../../core/report/fact.ts';
import type { FactResult } from '../../core/report/field-report.ts';
import { type Probe, Untried } from './probe.ts';
import { tryFacts } from './try-facts.ts';

const fact = (changes: Partial<Fact> = {}): Fact => ({
  claim: 'A claim of a test',
  file: 'docs/android.md',
  need: 'device',
  holds: ({ right }) => right === true,
  ...changes,
});

type Probing = Probe<object>;

async function tried(
  probes: Readonly<Record<string, Probing | undefined>>,
  facts: Readonly<Record<string, Fact>> = {},
  more: { readonly signal?: AbortSignal; readonly allMs?: number } = {},
): Promise<readonly string[]> {
  const results: FactResult[] = [];
  await tryFacts<object>({
    facts: Object.keys(probes).map((id) => [id, facts[id] ?? fact()] as const),
    context: { api: 30 },
    probeOf: (id) => probes[id],
    fromOf: () => ({}),
    onResult: (result) => results.push(result),
    signal: new AbortController().signal,
    factMs: 50,
    ...more,
  });
  return results.map(({ id, answer, reason }) => `${id} ${answer} ${reason}`);
}

const right: Probing = async () => ({ right: true });
const lost: Probing = async () => {
  throw new LaglensError({ code: 'device-lost', message: 'It went away.', next: 'Plug it in.' });
};

test('a fact that fails, waits or is refused leaves the others as they are', async () => {
  const probes: Readonly<Record<string, Probing | undefined>> = {
    right,
    wrong: async () => ({ right: false }),
    throws: async () => {
      throw new TypeError('a mistake of the probe');
    },
    waits: () => new Promise(() => undefined),
    refused: async () => {
      throw new Untried('not-permitted');
    },
    hand: undefined,
    old: right,
    after: right,
  };
  const facts = { old: fact({ until: 29 }), hand: fact({ need: 'person' }) };
  assert.deepEqual(await tried(probes, facts), [
    'right true held',
    'wrong false differs',
    'throws untried failed',
    'waits untried timed-out',
    'refused untried not-permitted',
    'hand untried needs-person',
    'old untried version',
    'after true held',
  ]);
});

test('a device that is lost three times in turn is not asked again', async () => {
  let asked = 0;
  const counted: Probing = async (from) => {
    asked++;
    return lost(from);
  };
  assert.deepEqual(await tried({ a: counted, b: right, c: counted, d: counted, e: counted, f: counted, g: right }), [
    'a untried device-lost',
    'b true held',
    'c untried device-lost',
    'd untried device-lost',
    'e untried device-lost',
    'f untried device-lost',
    'g untried device-lost',
  ]);
  assert.equal(asked, 4);
});

test('a phone that is always slow is given up', async () => {
  const slow: Probing = async () => {
    await pause(30);
    return { right: true };
  };
  assert.deepEqual(await tried({ a: slow, b: slow }, {}, { allMs: 10 }), ['a true held', 'b untried timed-out']);
});

test('an interruption ends all by its reason', async () => {
  const stopper = new AbortController();
  const interrupts: Probing = async () => {
    stopper.abort(new DOMException('Ctrl-C', 'AbortError'));
    return new Promise(() => undefined);
  };
  await assert.rejects(tried({ a: right, b: interrupts, c: right }, {}, { signal: stopper.signal }), { name: 'AbortError' });
});
