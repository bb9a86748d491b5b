import { byteOrZero } from '../bytes/fields.ts';

/** Names as UTF-8 bytes, hashed and compared without a string. */

/** Random, so that nobody can write a map of names with one hash. */
const SEED = (Math.random() * 2 ** 32) | 0;
const MULTIPLIER = 0x01000193;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function hashOfBytes(bytes: Uint8Array, begin: number, end: number): number {
  let hash = SEED;
  for (let at = begin; at < end; at++) hash = mixed(hash, byteOrZero(bytes, at));
  return hash;
}

/** One letter for each byte of UTF-8. */
export function byteLetters(name: string): string {
  for (let at = 0; at < name.length; at++) {
    if (name.charCodeAt(at) > 0x7f) return Array.from(encoder.encode(name), (byte) => String.fromCharCode(byte)).join('');
  }
  return name;
}

/** @param letters from `byteLetters` */
export function hashOfLetters(letters: string): number {
  let hash = SEED;
  for (let at = 0; at < letters.length; at++) hash = mixed(hash, letters.charCodeAt(at));
  return hash;
}

/** @param letters from `byteLetters` */
export function startsWithLetters(bytes: Uint8Array, begin: number, letters: string): boolean {
  for (let at = 0; at < letters.length; at++) if (bytes[begin + at] !== letters.charCodeAt(at)) return false;
  return true;
}

export function sameBytes(bytes: Uint8Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}

export function equalBytes(bytes: Uint8Array, begin: number, others: Uint8Array, at: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[begin + i] !== others[at + i]) return false;
  return true;
}

export function includesLetters(bytes: Uint8Array, begin: number, end: number, letters: string): boolean {
  const first = letters.charCodeAt(0);
  for (let at = begin; at + letters.length <= end; at++) {
    if (bytes[at] === first && startsWithLetters(bytes, at, letters)) return true;
  }
  return false;
}

export function textOfBytes(bytes: Uint8Array, begin: number, end: number): string {
  return decoder.decode(bytes.subarray(begin, end));
}

function mixed(hash: number, byte: number): number {
  const product = Math.imul(hash ^ byte, MULTIPLIER);
  return product ^ (product >>> 15);
}
