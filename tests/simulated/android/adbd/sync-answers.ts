import type { Stats } from 'node:fs';

/** Answers of the sync service, little-endian. Source: AOSP packages/modules/adb/file_sync_protocol.h, SYNC.TXT. */

interface FileFacts {
  readonly stats: Stats;
  readonly uid: number;
}

/** `OKAY`, `DATA`, `DONE`, `FAIL`: id, length, bytes. */
export function block(id: string, bytes: Uint8Array = new Uint8Array(0)): Uint8Array {
  const whole = Buffer.alloc(8 + bytes.length);
  whole.write(id, 0, 4, 'latin1');
  whole.writeUInt32LE(bytes.length, 4);
  whole.set(bytes, 8);
  return whole;
}

export function failure(words: string): Uint8Array {
  return block('FAIL', Buffer.from(words));
}

/** `STAT` of version 1: mode, size, time; all zero without the file. */
export function statV1(facts: FileFacts | undefined): Uint8Array {
  return Buffer.concat([
    Buffer.from('STAT'),
    words(facts ? [facts.stats.mode, facts.stats.size, seconds(facts.stats.mtimeMs)] : [0, 0, 0]),
  ]);
}

/** `STA2`, `LST2`: with error number, owner and all three times. */
export function statV2(id: string, facts: FileFacts | undefined, errno: number): Uint8Array {
  return Buffer.concat([Buffer.from(id), statBody(facts, errno)]);
}

/** A folder's entry, `DENT` or `DNT2`, or with `DONE` the list's end. */
export function entry(id: 'DENT' | 'DNT2' | 'DONE', v2: boolean, name: string, facts: FileFacts | undefined): Uint8Array {
  const body = v2 ? statBody(facts, 0) : words(facts ? [facts.stats.mode, facts.stats.size, seconds(facts.stats.mtimeMs)] : [0, 0, 0]);
  const bytes = Buffer.from(name);
  return Buffer.concat([Buffer.from(id), body, words([bytes.length]), bytes]);
}

function statBody(facts: FileFacts | undefined, errno: number): Buffer {
  const body = Buffer.alloc(68);
  body.writeUInt32LE(errno, 0);
  if (!facts) return body;
  const { stats, uid } = facts;
  body.writeBigUInt64LE(BigInt(stats.dev), 4);
  body.writeBigUInt64LE(BigInt(stats.ino), 12);
  body.writeUInt32LE(stats.mode, 20);
  body.writeUInt32LE(stats.nlink, 24);
  body.writeUInt32LE(uid, 28);
  body.writeUInt32LE(uid, 32);
  body.writeBigUInt64LE(BigInt(stats.size), 36);
  body.writeBigInt64LE(BigInt(seconds(stats.atimeMs)), 44);
  body.writeBigInt64LE(BigInt(seconds(stats.mtimeMs)), 52);
  body.writeBigInt64LE(BigInt(seconds(stats.ctimeMs)), 60);
  return body;
}

function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, value] of numbers.entries()) bytes.writeUInt32LE(value >>> 0, 4 * index);
  return bytes;
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
