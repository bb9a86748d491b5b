import { build, buildBinary, type PlistValue, parse } from 'plist';
import { ProtocolError } from './input.ts';

/** A property list's values. Integers beyond 2^53 lose their last digits. */
export type { PlistValue } from 'plist';
export type Dictionary = { readonly [key: string]: PlistValue };

/** Reads the XML or the binary form. @throws ProtocolError for other bytes */
export function parsePropertyList(bytes: Uint8Array): PlistValue {
  const isBinary = Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist';
  try {
    return parse(isBinary ? bytes : Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new ProtocolError(`no property list: ${error instanceof Error ? error.message : error}`);
  }
}

export function xmlPropertyList(value: PlistValue): Buffer {
  return Buffer.from(build(value, { pretty: true, indent: '\t' }));
}

export function binaryPropertyList(value: PlistValue): Buffer {
  return Buffer.from(buildBinary(value));
}

/** @throws ProtocolError for other values */
export function dictionaryOf(value: PlistValue | undefined): Dictionary {
  if (!isDictionary(value)) throw new ProtocolError('a dictionary was expected');
  return value;
}

export function isDictionary(value: PlistValue | undefined): value is { [key: string]: PlistValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) && !(value instanceof Uint8Array);
}

/** Undefined without a text. */
export function textAt(dictionary: Dictionary, key: string): string | undefined {
  const value = dictionary[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(dictionary: Dictionary, key: string): number | undefined {
  const value = dictionary[key];
  return typeof value === 'number' ? value : undefined;
}

export function dataAt(dictionary: Dictionary, key: string): Buffer | undefined {
  const value = dictionary[key];
  return value instanceof Uint8Array ? Buffer.from(value) : undefined;
}

/** Undefined without an array. */
export function textsAt(dictionary: Dictionary, key: string): readonly string[] | undefined {
  const value = dictionary[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}
