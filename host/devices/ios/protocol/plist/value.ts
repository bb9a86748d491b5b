import { DeviceFailure } from '../device-failure.ts';
/** A reference to another object, as `NSKeyedArchiver` writes them. Only binary property lists have them. */
export class PlistUid {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** What a property list can hold. Whole numbers beyond 2^53 come as `bigint`. */
export type PlistValue = string | number | bigint | boolean | Date | Uint8Array | PlistUid | readonly PlistValue[] | PlistDict;

export interface PlistDict {
  readonly [key: string]: PlistValue | undefined;
}

/** The bytes are no property list, or a damaged one. */
export class PlistError extends DeviceFailure {
  override readonly name = 'PlistError';
}

export function isDict(value: PlistValue | undefined): value is PlistDict {
  return (
    typeof value === 'object' &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof Uint8Array) &&
    !(value instanceof PlistUid)
  );
}

/** `Array.isArray` does not see readonly arrays. */
export function isList(value: readonly PlistValue[] | PlistDict): value is readonly PlistValue[] {
  return Array.isArray(value);
}

/** The text under the key; empty when there is none. */
export function textOf(dict: PlistDict, key: string): string {
  const value = dict[key];
  return typeof value === 'string' ? value : '';
}

/** The whole number under the key; undefined when there is none, or one that is too large. */
export function numberOf(dict: PlistDict, key: string): number | undefined {
  const value = dict[key];
  return typeof value === 'number' ? value : undefined;
}

/** The dictionary under the key; an empty one when there is none. */
export function dictOf(dict: PlistDict, key: string): PlistDict {
  const value = dict[key];
  return isDict(value) ? value : {};
}

/** The dictionaries of the list under the key. */
export function dictsOf(dict: PlistDict, key: string): readonly PlistDict[] {
  const value = dict[key];
  return Array.isArray(value) ? value.filter((each: PlistValue): each is PlistDict => isDict(each)) : [];
}
