import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StandInApp } from '../../../../tests/simulated/android/android-stand-in-app.ts';
import { connectPhone, type Phone } from '../../../../tests/simulated/android/simulated-phone.ts';
import { factNamed } from '../../core/facts/facts.ts';
import type { FactResult, FieldReport } from '../../core/report/field-report.ts';
import { alone, falseObservations } from './false-observations.ts';
import { differences, personalityOf } from './personality-of.ts';
import { idsOf, verified } from './verified.ts';

const API = 34;
const device = { vendor: 'Maker', model: 'One', system: '14', api: API, abis: ['x86_64', 'x86'], adbFeatures: ['shell_v2', 'cmd'] };
const head = {
  laglensFieldReport: 1,
  laglens: '0.1.0',
  kind: 'android',
  day: '2026-03-01',
  host: { system: 'linux', node: '24' },
} as const;

function reportOf(ids: readonly string[], api = API): FieldReport {
  const facts = ids.map((id): FactResult => ({ id, answer: 'false', reason: 'differs', ms: 1, seen: falseObservations[id] ?? {} }));
  return { ...head, device: { ...device, api }, facts };
}

/** What the kit says of the phone that such a report makes. */
async function again(ids: readonly string[], api?: number): Promise<readonly FactResult[]> {
  const personality = personalityOf(reportOf(ids, api));
  const phone: Phone<StandInApp> = await connectPhone({
    android: personality.android,
    personality,
    launch: async (agent) => new StandInApp(agent),
  });
  try {
    await phone.launchApp();
    return (await verified(phone, { id: 'com.example.shop' }, 0)).facts.filter(({ id }) => shown.includes(id));
  } finally {
    await phone.stop();
  }
}

const shown = Object.entries(differences).flatMap(([id, difference]) =>
  'unshown' in difference || id.startsWith('android.agent.') ? [] : [id],
);

describe('a report makes a phone of which the kit says the same', { concurrency: 2 }, () => {
  test('each fact that the simulated phone can show has an observation that is false', () => {
    assert.deepEqual(Object.keys(falseObservations).sort(), [...shown].sort());
    for (const [id, seen] of Object.entries(falseObservations)) {
      assert.equal(factNamed(id)?.holds(seen, { api: id === 'android.exit-info.unknown' ? 29 : API }), false, id);
    }
  });

  const together = shown.filter((id) => !alone.includes(id));
  test('facts that are false together are all found, and no other', async () => {
    const facts = await again(together);
    assert.deepEqual([...idsOf(facts, 'false')].sort(), [...together].sort());
  });

  for (const id of alone) {
    test(`${id} is found`, async () => {
      const api = id === 'android.exit-info.unknown' ? 29 : undefined;
      const found = (await again([id], api)).find((each) => each.id === id);
      assert.deepEqual([found?.answer, found?.reason], ['false', 'differs'], JSON.stringify(found));
    });
  }
});
