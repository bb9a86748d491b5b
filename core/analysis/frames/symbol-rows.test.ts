import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { missingBuilds, symbolRows } from './symbol-rows.ts';

const own = '/data/app/com.example.shop/lib/arm64/libcart.so';
const unseen = '/data/app/com.example.shop/lib/arm64/libunseen.so';
const libc = '/apex/com.android.runtime/lib64/bionic/libc.so';

function facts(run: number, image: number, known: Partial<Message<'symbols'>>): Message<'symbols'> {
  const nothing = { neededId: '', confidence: 0, file: '', foundId: '', foundBy: '', why: '', bytes: 0, builtMs: 0, tookUs: 0 };
  return { type: 'symbols', run, image, ...nothing, ...known };
}

function image(id: number, path: string, first: number): Message {
  return { type: 'image', id, path, base: 4096 * id, size: 4096, buildId: new Uint8Array([first, id]) };
}

/** A run with three libraries, of which code of the app's first and of libc is on stacks. */
function oneRun(run: number, first: number): readonly Message[] {
  return [
    processMessage(run, { app: 'com.example.shop' }),
    helloMessage(1_000),
    image(1, libc, 0xcc),
    image(2, own, first),
    image(3, unseen, 0xee),
    { type: 'nativeNode', id: 1, parent: 0, image: 1, offset: 16 },
    { type: 'nativeNode', id: 2, parent: 1, image: 2, offset: 32 },
  ];
}

function modelOf(messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  return model;
}

test('rows are the mapping, then the app’s images, then the system’s; what no stack needs is left out', () => {
  const model = modelOf([...oneRun(0, 0xaa), facts(0, 0, { neededId: 'abc', confidence: 2 })]);
  assert.deepEqual(
    symbolRows(model).map((row) => [row.image, row.path, row.id, row.facts?.confidence]),
    [
      [0, '', 'abc', 2],
      [2, own, 'aa02', undefined],
      [1, libc, 'cc01', undefined],
    ],
  );
});

test('of two runs the same build stands once, with what the later one adds, another build stands beside it', () => {
  const model = modelOf([
    ...oneRun(0, 0xaa),
    facts(0, 2, { confidence: 0, why: 'missing' }),
    { type: 'processEnd', atUs: 2_000, why: '' },
    ...oneRun(1, 0xab),
    facts(1, 2, { confidence: 2 }),
    facts(1, 1, { confidence: 1 }),
  ]);
  assert.deepEqual(
    symbolRows(model).map((row) => [row.run, row.id, row.facts?.confidence]),
    [
      [1, 'ab02', 2],
      [0, 'aa02', 0],
      [1, 'cc01', 1],
    ],
  );
});

test('a build is missed for the app’s own code of the latest run, not for the system’s, and not for want of lines', () => {
  const missing = (known: readonly Message<'symbols'>[]): readonly number[] =>
    missingBuilds(modelOf([...oneRun(0, 0xaa), ...known])).map((row) => row.image);
  assert.deepEqual(
    missing([facts(0, 0, { why: 'other id' }), facts(0, 2, { why: 'not found' }), facts(0, 1, { why: 'not found' })]),
    [0, 2],
  );
  assert.deepEqual(
    missing([facts(0, 0, { confidence: 1, why: 'names no mapping' }), facts(0, 2, { confidence: 1, why: 'no lines' })]),
    [0],
  );
  // An app that was not shrunk needs no mapping, and what is right needs no words.
  assert.deepEqual(missing([facts(0, 0, {}), facts(0, 2, { confidence: 2 })]), []);
  const later = [
    ...oneRun(0, 0xaa),
    facts(0, 2, { why: 'not found' }),
    { type: 'processEnd', atUs: 2_000, why: '' } as const,
    ...oneRun(1, 0xab),
  ];
  assert.deepEqual(missingBuilds(modelOf(later)), []);
});
