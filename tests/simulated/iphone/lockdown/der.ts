// ASN.1's distinguished encoding (X.690), as far as X.509 certificates need it.

export const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  nothing: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  sequence: 0x30,
} as const;

/** One element: tag, length, content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(body.length)]), body]);
}

/** Up to 127 one octet; above, the number of octets with the highest bit set, then those, most significant first. */
function lengthOctets(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest >>= 8) octets.unshift(rest & 0xff);
  return [0x80 | octets.length, ...octets];
}

/** A dotted object identifier: the first two arcs in one octet, later ones in groups of seven bits. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...arcs] = dotted.split('.').map(Number);
  const octets = [first * 40 + second];
  for (const arc of arcs) {
    const group = [arc & 0x7f];
    for (let rest = arc >> 7; rest > 0; rest >>= 7) group.unshift((rest & 0x7f) | 0x80);
    octets.push(...group);
  }
  return element(Tag.oid, Buffer.from(octets));
}

/** To the second, in UTC, with a two-digit year (RFC 5280, 4.1.2.5.1). */
export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return element(Tag.utcTime, Buffer.from(`${digits}Z`));
}

export function bitString(bytes: Uint8Array): Buffer {
  return element(Tag.bits, Buffer.from([0]), bytes);
}

export const TRUE: Buffer = element(Tag.boolean, Buffer.from([0xff]));
