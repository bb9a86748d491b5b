import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { anyModel } from '../../../../host/any-model.ts';
import { imported, lagsOf, methodsOf, stackAt } from '../../tests/formats/import-profile.ts';
import { writtenProfile } from '../../tests/formats/written-profile.ts';
import { readSpeedscope } from './read.ts';
import { writeSpeedscope } from './write.ts';

const sample = fileURLToPath(new URL('../../../../media/sample/shop.laglens', import.meta.url));
/** Of two moments, in microseconds: prime, so that no period of the sampler fits. */
const STEP_US = 10_007;

let model: SessionModel;
let copy: SessionModel;
before(async () => {
  model = (await anyModel(sample, new AbortController().signal)).model;
  const written = writtenProfile(writeSpeedscope, { model, name: 'shop', lags: [] }).toString();
  copy = (await imported(readSpeedscope, written, 1 << 16)).model;
});

test('a session written as speedscope’s and read again has the same stack of every thread at every moment', () => {
  const sampled = model.threads.filter(({ samples }) => samples.length > 0);
  assert.ok(sampled.length > 5);
  let stacks = 0;
  let unseen = 0;
  for (const { tid } of sampled) {
    for (let atUs = 0; atUs < model.nowUs; atUs += STEP_US) {
      const stack = stackAt(model, tid, atUs);
      const copied = stackAt(copy, tid, atUs);
      if (stack !== '') stacks++;
      if (stack !== '' && copied === '') unseen++;
      else assert.equal(copied, stack, `thread ${tid} at ${atUs} µs`);
    }
  }
  assert.ok(stacks > 2_000, `${stacks} stacks`);
  // Views leave out what one sample covers between two messages; after the joining of calls that is more.
  assert.ok(unseen <= stacks / 1_000, `${unseen} unseen`);
});

test('and the same lags', () => {
  const facts = (of: SessionModel, { kind, target, callback, what, culprit }: Lag): object => {
    return { kind, target, callback, what, culprit: methodsOf(of, culprit?.node ?? 0).at(-1) };
  };
  const lags = lagsOf(model);
  const copied = lagsOf(copy);
  assert.equal(lags.length, 18);
  assert.deepEqual(
    copied.map((lag) => facts(copy, lag)),
    lags.map((lag) => facts(model, lag)),
  );
  for (const [index, { beginUs, endUs }] of lags.entries()) {
    const other = copied[index];
    // Borders estimated by samples may lie between two microseconds, which a session cannot store.
    assert.ok(other !== undefined && Math.abs(other.beginUs - beginUs) <= 1 && Math.abs(other.endUs - endUs) <= 1, `${beginUs}`);
  }
});
