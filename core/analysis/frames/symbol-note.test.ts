import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { symbolNote } from './symbol-note.ts';

/** A run with one frame of a class with this source file; what is said of the mapping comes after. */
function modelOf(sourceFile: string, ...later: readonly Message[]): SessionModel {
  const model = new SessionModel();
  const method = { id: 1, class: 'La/b;', name: 'a', signature: '()V', sourceFile, modifiers: 1 } as const;
  const messages: readonly Message[] = [
    processMessage(0),
    helloMessage(1_000),
    { type: 'method', ...method },
    { type: 'node', id: 1, parent: 0, method: 1, line: 2, pc: 0 },
    ...later,
  ];
  for (const message of messages) model.apply(message);
  return model;
}

function mapping(known: Partial<Message<'symbols'>>): Message<'symbols'> {
  const nothing = { neededId: '', confidence: 0, file: '', foundId: '', foundBy: '', why: '', bytes: 0, builtMs: 0, tookUs: 0 };
  return { type: 'symbols', run: 0, image: 0, ...nothing, ...known };
}

test('a renamed class whose mapping is not here is unknown, and why is known; until it was looked for, nothing is said', () => {
  const why = 'The app was shrunk with another mapping.';
  const missing = symbolNote(modelOf('r8-map-id-0123456', mapping({ neededId: '0123456', why })), 1);
  assert.deepEqual([missing?.confidence, missing?.symbols?.why], ['unknown', why]);
  assert.equal(symbolNote(modelOf('r8-map-id-0123456'), 1), undefined);
  // The mapping is here and does not know the class: the build kept its name.
  assert.equal(symbolNote(modelOf('r8-map-id-0123456', mapping({ confidence: 2 })), 1), undefined);
});

test('what names its own source needs no mapping', () => {
  assert.equal(symbolNote(modelOf('Cart.java', mapping({ why: 'A library names a mapping.' })), 1), undefined);
});
