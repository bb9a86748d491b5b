import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { anyModel } from '../../../../host/any-model.ts';
import { imported, lagsOf, methodsOf, stackAt } from '../../tests/formats/import-profile.ts';
import { writtenProfile } from '../../tests/formats/written-profile.ts';
import { readFirefox } from './read.ts';
import { writeFirefox } from './write.ts';

const sample = fileURLToPath(new URL('../../../../media/sample/shop.laglens', import.meta.url));
/** Of two moments, in microseconds: prime, so that no period of the sampler fits. */
const STEP_US = 10_007;

let model: SessionModel;
let copy: SessionModel;
let written: {
  readonly meta: { readonly markerSchema: readonly { readonly name: string }[] };
  readonly threads: readonly {
    readonly markers: { readonly data: readonly { readonly type: string }[] };
    readonly isMainThread: boolean;
  }[];
};
before(async () => {
  model = (await anyModel(sample, new AbortController().signal)).model;
  const text = writtenProfile(writeFirefox, { model, name: 'shop', lags: lagsOf(model) }).toString();
  written = JSON.parse(text);
  copy = (await imported(readFirefox, text, 1 << 16)).model;
});

test('a session written for the Firefox Profiler and read again has the same stacks', () => {
  const originUs = offsetUs();
  let stacks = 0;
  let unseen = 0;
  for (const { tid } of model.threads.filter(({ samples }) => samples.length > 0)) {
    for (let atUs = 0; atUs < model.nowUs; atUs += STEP_US) {
      const stack = stackAt(model, tid, atUs);
      const copied = stackAt(copy, tid, atUs - originUs);
      if (stack !== '') stacks++;
      if (stack !== '' && copied === '') unseen++;
      else assert.equal(copied, stack, `thread ${tid} at ${atUs} µs`);
    }
  }
  assert.ok(stacks > 2_000, `${stacks} stacks`);
  assert.ok(unseen <= stacks / 1_000, `${unseen} unseen`);
});

/** An import begins with its earliest fact. */
function offsetUs(): number {
  const [first] = lagsOf(model);
  const [copied] = lagsOf(copy);
  assert.ok(first !== undefined && copied !== undefined);
  return first.beginUs - copied.beginUs;
}

test('and the same lags, which are markers with a schema', () => {
  const facts = (of: SessionModel, { kind, target, callback, what, culprit }: Lag): object => {
    return { kind, target, callback, what, culprit: methodsOf(of, culprit?.node ?? 0).at(-1) };
  };
  const lags = lagsOf(model);
  assert.equal(lags.length, 18);
  assert.deepEqual(
    lagsOf(copy).map((lag) => facts(copy, lag)),
    lags.map((lag) => facts(model, lag)),
  );
  const [main] = written.threads.filter(({ isMainThread }) => isMainThread);
  const types = main?.markers.data.map(({ type }) => type) ?? [];
  assert.equal(types.filter((type) => type === 'Lag').length, 18);
  const known = written.meta.markerSchema.map(({ name }) => name);
  assert.deepEqual(
    types.filter((type) => !known.includes(type)),
    [],
  );
});

test('and their work and waits, by the CPU time between samples', () => {
  // One interval of the sampler is uncertain at each end.
  const mostUs = 2 * (model.runs[0]?.hello?.intervalUs ?? 0);
  const copied = lagsOf(copy);
  for (const [index, { busyUs, blockedUs }] of lagsOf(model).entries()) {
    const other = copied[index];
    assert.ok(other);
    for (const [one, two] of [
      [busyUs, other.busyUs],
      [blockedUs, other.blockedUs],
    ] as const)
      assert.ok(Math.abs(one - two) <= mostUs, `lag ${index}: ${one} µs, written and read ${two} µs`);
  }
});
