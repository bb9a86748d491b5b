import type { PlistDict, PlistValue } from '../../../../host/devices/ios/protocol/plist/value.ts';

/**
 * Entitlements in DER, which iOS 15 and later want beside the XML: version 1, then the dictionary as [16] with a SEQUENCE of key and value
 * each, sorted by key. Layout after Apple's Security framework, `libDER/DER_CEType.c` and `CoreEntitlements`.
 */
export function entitlementsDer(entitlements: PlistDict): Buffer {
  return tagged(0x70, Buffer.concat([tagged(0x02, Buffer.from([1])), dictionary(entitlements)]));
}

function dictionary(values: PlistDict): Buffer {
  const keys = Object.keys(values).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return tagged(0xb0, Buffer.concat(keys.map((key) => tagged(0x30, Buffer.concat([text(key), encoded(values[key])])))));
}

function encoded(value: PlistValue | undefined): Buffer {
  if (typeof value === 'boolean') return tagged(0x01, Buffer.from([value ? 0xff : 0]));
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return tagged(0x02, integer(value));
  if (isList(value)) return tagged(0x30, Buffer.concat(value.map(encoded)));
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return dictionary(Object.fromEntries(Object.entries(value)));
  throw new RangeError('an entitlement of a kind that entitlements are not of');
}

function isList(value: PlistValue | undefined): value is readonly PlistValue[] {
  return Array.isArray(value);
}

function text(value: string): Buffer {
  return tagged(0x0c, Buffer.from(value));
}

/** Shortest two's complement. */
function integer(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  let start = 0;
  while (start < 7 && (bytes[start] === 0 ? (bytes[start + 1] ?? 0) < 0x80 : bytes[start] === 0xff && (bytes[start + 1] ?? 0) >= 0x80))
    start++;
  return bytes.subarray(start);
}

function tagged(tag: number, contents: Buffer): Buffer {
  const { length } = contents;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), contents]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, contents]);
}
