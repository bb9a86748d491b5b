import { DeviceFailure } from '../device-failure.ts';
/** `NSKeyedArchiver`'s reference to an object, only in binary lists. */
export class PlistUid {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** Whole numbers beyond 2^53 are `bigint`. */
export type PlistValue = string | number | bigint | boolean | Date | Uint8Array | PlistUid | readonly PlistValue[] | PlistDict;

export interface PlistDict {
  readonly [key: string]: PlistValue | undefined;
}

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

/** `Array.isArray` does not narrow readonly arrays. */
export function isList(value: readonly PlistValue[] | PlistDict): value is readonly PlistValue[] {
  return Array.isArray(value);
}

/** Empty when missing. */
export function textOf(dict: PlistDict, key: string): string {
  const value = dict[key];
  return typeof value === 'string' ? value : '';
}

/** Undefined when missing or too large. */
export function numberOf(dict: PlistDict, key: string): number | undefined {
  const value = dict[key];
  return typeof value === 'number' ? value : undefined;
}

/** Empty when missing. */
export function dictOf(dict: PlistDict, key: string): PlistDict {
  const value = dict[key];
  return isDict(value) ? value : {};
}

export function dictsOf(dict: PlistDict, key: string): readonly PlistDict[] {
  const value = dict[key];
  return Array.isArray(value) ? value.filter((each: PlistValue): each is PlistDict => isDict(each)) : [];
}
