import type { Duplex } from 'node:stream';
import { exactly, ProtocolError } from '../../input.ts';

// Apple File Conduit's packets (libimobiledevice, src/afc.h): magic, then four 64-bit little-endian numbers: total length, length up to the
// payload, packet number, operation.

const MAGIC = 'CFA6LPAA';
const HEADER_BYTES = 40;
/** Hosts write in pieces of 64 KiB to 4 MiB. */
const LONGEST_PACKET_BYTES = 1 << 24;

export const Operation = {
  status: 1,
  data: 2,
  readFolder: 3,
  truncate: 7,
  remove: 8,
  makeFolder: 9,
  fileInfo: 10,
  deviceInfo: 11,
  open: 13,
  opened: 14,
  read: 15,
  write: 16,
  seek: 17,
  tell: 18,
  tellResult: 19,
  close: 20,
  setSize: 21,
  connectionInfo: 22,
  rename: 24,
  lock: 27,
  setTime: 30,
  removeAll: 34,
} as const;

export interface AfcPacket {
  readonly number: bigint;
  readonly operation: number;
  /** Numbers and zero-terminated names. */
  readonly arguments: Buffer;
  readonly payload: Buffer;
}

/** @throws StreamEnded, or ProtocolError for other bytes */
export async function readPacket(stream: Duplex): Promise<AfcPacket> {
  const header = await exactly(stream, HEADER_BYTES);
  if (header.toString('latin1', 0, 8) !== MAGIC) throw new ProtocolError('no AFC packet');
  const whole = header.readBigUInt64LE(8);
  const upToPayload = header.readBigUInt64LE(16);
  if (whole > BigInt(LONGEST_PACKET_BYTES) || upToPayload < BigInt(HEADER_BYTES) || upToPayload > whole) {
    throw new ProtocolError(`an AFC packet of ${upToPayload} of ${whole} bytes`);
  }
  const body = await exactly(stream, Number(whole) - HEADER_BYTES);
  const cut = Number(upToPayload) - HEADER_BYTES;
  return {
    number: header.readBigUInt64LE(24),
    operation: Number(header.readBigUInt64LE(32)),
    arguments: body.subarray(0, cut),
    payload: body.subarray(cut),
  };
}

export function sendPacket(stream: Duplex, packet: AfcPacket): void {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  const upToPayload = HEADER_BYTES + packet.arguments.length;
  [upToPayload + packet.payload.length, upToPayload, Number(packet.number), packet.operation].forEach((word, i) => {
    header.writeBigUInt64LE(BigInt(word), 8 + 8 * i);
  });
  stream.write(Buffer.concat([header, packet.arguments, packet.payload]));
}

export function word(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** @throws ProtocolError for short arguments */
export function wordAt(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw new ProtocolError('arguments break off');
  return Number(bytes.readBigUInt64LE(at));
}

/** As `wordAt`, but signed. */
export function signedAt(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw new ProtocolError('arguments break off');
  return Number(bytes.readBigInt64LE(at));
}

/** Up to the zero byte or the end. */
export function textFrom(bytes: Buffer, at: number): string {
  const end = bytes.indexOf(0, at);
  return bytes.toString('utf8', at, end < 0 ? bytes.length : end);
}

export function texts(values: readonly (string | number | bigint)[]): Buffer {
  return Buffer.from(values.map((value) => `${value}\0`).join(''));
}
