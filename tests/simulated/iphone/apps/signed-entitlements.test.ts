import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProtocolError } from '../input.ts';
import { signedEntitlements } from './signed-entitlements.ts';

const LIST = '<plist version="1.0"><dict><key>get-task-allow</key><true/></dict></plist>';

/** Big-endian words. */
function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value, 4 * i);
  });
  return bytes;
}

/** By hand from mach-o/loader.h: a header of 32 bytes, LC_CODE_SIGNATURE (0x1d, 16 bytes) to what follows at 48. */
function machO(signature: Buffer): Buffer {
  const header = Buffer.alloc(48);
  // Magic, arm64, its subtype, executable, one command of 16 bytes, flags, reserved; then command, size, offset, size.
  [0xfeedfacf, 0x0100000c, 0, 2, 1, 16, 0, 0, 0x1d, 16, 48, signature.length].forEach((word, i) => {
    header.writeUInt32LE(word, 4 * i);
  });
  return Buffer.concat([header, signature]);
}

/** By hand from cscdefs.h: a superblob of one blob, in a slot, at 20; magic and length in front of the list. */
function signature(slot: number, list: string): Buffer {
  const blob = Buffer.concat([words(0xfade7171, 8 + list.length), Buffer.from(list)]);
  return Buffer.concat([words(0xfade0cc0, 20 + blob.length, 1, slot, 20), blob]);
}

describe('entitlements of a signature', () => {
  test('are the list in slot 5', () => {
    assert.deepEqual(signedEntitlements(machO(signature(5, LIST))), { 'get-task-allow': true });
  });

  test('are the first slice’s in a file of several', () => {
    // Magic, one slice: arm64, its subtype, offset, size, alignment.
    const slice = machO(signature(5, LIST));
    const fat = Buffer.concat([words(0xcafebabe, 1, 0x0100000c, 0, 28, slice.length, 2), slice]);
    assert.deepEqual(signedEntitlements(fat), { 'get-task-allow': true });
  });

  test('are none where nobody signed, or signed without', () => {
    assert.deepEqual(signedEntitlements(machO(signature(0, LIST))), {});
    assert.deepEqual(signedEntitlements(machO(words(0, 0, 0))), {});
  });

  test('are not looked for in what is no Mach-O file', () => {
    assert.equal(signedEntitlements(Buffer.from('#!/bin/sh\nexit 0\n# and so on and so on')), undefined);
    assert.equal(signedEntitlements(Buffer.alloc(0)), undefined);
  });

  test('end in an error where the file breaks off or says what cannot be', () => {
    assert.throws(() => signedEntitlements(machO(signature(5, LIST)).subarray(0, 60)), ProtocolError);
    assert.throws(() => signedEntitlements(machO(words(0xfade0cc0, 12, 0xffffffff))), ProtocolError);
    assert.throws(() => signedEntitlements(machO(signature(5, '<plist'))), ProtocolError);
  });
});
