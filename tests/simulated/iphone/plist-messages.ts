import type { Duplex } from 'node:stream';
import { exactly, ProtocolError } from './input.ts';
import { type Dictionary, dictionaryOf, parsePropertyList, xmlPropertyList } from './property-list.ts';

// What lockdownd and most services speak: property lists, each behind its length as a big-endian word (libimobiledevice,
// src/property_list_service.c).

/** Nothing that hosts say is longer; a device closes the connection at more. */
const LONGEST_MESSAGE_BYTES = 1 << 22;

/** @throws StreamEnded, or ProtocolError for a length or bytes that no client sends */
export async function readMessage(stream: Duplex): Promise<Dictionary> {
  const bytes = (await exactly(stream, 4)).readUInt32BE(0);
  if (bytes > LONGEST_MESSAGE_BYTES) throw new ProtocolError(`a message of ${bytes} bytes`);
  return dictionaryOf(parsePropertyList(await exactly(stream, bytes)));
}

export function sendMessage(stream: Duplex, message: Dictionary): void {
  const list = xmlPropertyList(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length, 0);
  stream.write(Buffer.concat([length, list]));
}
