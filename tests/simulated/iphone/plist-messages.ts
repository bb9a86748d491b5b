import type { Duplex } from 'node:stream';
import { exactly, ProtocolError } from './input.ts';
import { type Dictionary, dictionaryOf, parsePropertyList, xmlPropertyList } from './property-list.ts';

// The language of lockdownd and most services: property lists, each after its big-endian length word (libimobiledevice,
// src/property_list_service.c).

/** Devices close the connection at longer messages, which no host sends. */
const LONGEST_MESSAGE_BYTES = 1 << 22;

/** @throws StreamEnded, or ProtocolError for a length or bytes of no client */
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
