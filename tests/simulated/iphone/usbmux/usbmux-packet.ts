import type { Duplex } from 'node:stream';
import { exactly, ProtocolError } from '../input.ts';
import { type Dictionary, dictionaryOf, parsePropertyList, xmlPropertyList } from '../property-list.ts';

// usbmuxd's packets on its socket (libusbmuxd, common/usbmuxd-proto.h): four little-endian words (length with this header, version, message
// type, tag), then a property list.

const HEADER_BYTES = 16;
/** Size of usbmuxd's buffer; it closes the connection at longer ones. */
const LONGEST_PACKET_BYTES = 0x20000;
const PLIST_VERSION = 1;
const PLIST_MESSAGE = 8;

interface Request {
  /** Comes back with the answer. */
  readonly tag: number;
  /** Undefined for the old protocol's binary messages. */
  readonly message: Dictionary | undefined;
}

/** Numbers of `Result` (enum usbmuxd_result). */
export const Result = { ok: 0, badCommand: 1, badDevice: 2, connectionRefused: 3, badVersion: 6 } as const;

/** @throws StreamEnded, or ProtocolError for an impossible length */
export async function readRequest(stream: Duplex): Promise<Request> {
  const header = await exactly(stream, HEADER_BYTES);
  const bytes = header.readUInt32LE(0);
  if (bytes < HEADER_BYTES || bytes > LONGEST_PACKET_BYTES) throw new ProtocolError(`a packet of ${bytes} bytes`);
  const body = await exactly(stream, bytes - HEADER_BYTES);
  const isPropertyList = header.readUInt32LE(4) === PLIST_VERSION && header.readUInt32LE(8) === PLIST_MESSAGE;
  return { tag: header.readUInt32LE(12), message: isPropertyList ? dictionaryOf(parsePropertyList(body)) : undefined };
}

export function sendPacket(stream: Duplex, tag: number, message: Dictionary): void {
  const list = xmlPropertyList(message);
  const header = Buffer.alloc(HEADER_BYTES);
  [HEADER_BYTES + list.length, PLIST_VERSION, PLIST_MESSAGE, tag].forEach((word, i) => {
    header.writeUInt32LE(word, 4 * i);
  });
  stream.write(Buffer.concat([header, list]));
}

/** A request's outcome, such as `Result.ok`. */
export function result(number: number): Dictionary {
  return { MessageType: 'Result', Number: number };
}

export function sendResult(stream: Duplex, tag: number, number: number): void {
  sendPacket(stream, tag, result(number));
}
