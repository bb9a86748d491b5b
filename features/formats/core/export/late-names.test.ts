import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Message } from '../../../../core/wire/schema.ts';
import { twoThreads } from '../../tests/formats/two-threads.ts';
import { writtenProfile } from '../../tests/formats/written-profile.ts';
import { formats } from '../formats.ts';

const frame = { class: '', name: '', short: '', signature: '', file: '', line: 0, column: 0 } as const;

/** `Cart.total` was `Basket.sum` with `Price.add` inlined into it: stacks get nodes as they are asked for. */
async function namedLate(): Promise<SessionModel> {
  const model = await twoThreads();
  const node = model.nodes.method.findIndex((method) => model.methods[method]?.name === 'total');
  const method = model.methods[uint32At(model.nodes.method, node)];
  assert.ok(method !== undefined);
  const { class: className, name, signature, sourceFile } = method;
  const names: Message<'frameNames'> = {
    type: 'frameNames',
    run: 0,
    class: className,
    name,
    signature,
    sourceFile,
    line: uint32At(model.nodes.line, node),
    isPc: 0,
    confidence: 2,
    others: 0,
    frames: [
      { ...frame, class: 'Lcom/example/Price;', name: 'add' },
      { ...frame, class: 'Lcom/example/Basket;', name: 'sum' },
    ],
  };
  model.apply(names);
  assert.equal(model.ignored, 0);
  return model;
}

for (const { id, writing } of formats) {
  if (writing === undefined) continue;
  test(`names that came after the samples are written as ${id}`, async () => {
    const text = writtenProfile(await writing.load(), { model: await namedLate(), name: 'shop', lags: [] }).toString('latin1');
    assert.match(text, /Price/);
    assert.match(text, /Basket/);
    assert.doesNotMatch(text, /Cart\.total/);
  });
}
