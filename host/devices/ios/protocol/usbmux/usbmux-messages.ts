import type { Duplex } from 'node:stream';
import { readExactly } from '../bytes/exact-bytes.ts';
import { readPlistDict } from '../plist/read.ts';
import { type PlistDict, PlistError } from '../plist/value.ts';
import { writeXmlPlist } from '../plist/xml.ts';

/** Length (with this header), version, type and tag, 4 bytes each, little-endian. Source: libimobiledevice/usbmuxd, src/usbmuxd-proto.h. */
const HEADER_BYTES = 16;
const PLIST_VERSION = 1;
const PLIST_TYPE = 8;
/** The longest answer is a list of devices, or a pair record of some 10 kB. */
const MAX_BYTES = 4 << 20;

export function usbmuxMessage(body: PlistDict, tag: number): Buffer {
  const plist = writeXmlPlist({ ClientVersionString: 'laglens', ProgName: 'laglens', kLibUSBMuxVersion: 3, ...body });
  const header = Buffer.alloc(HEADER_BYTES);
  [HEADER_BYTES + plist.length, PLIST_VERSION, PLIST_TYPE, tag].forEach((value, n) => {
    header.writeUInt32LE(value, n * 4);
  });
  return Buffer.concat([header, plist]);
}

/** The next message. Throws `PlistError` for what is none, `ConnectionEnded` at the stream's end. */
export async function readUsbmuxMessage(stream: Duplex, signal: AbortSignal): Promise<PlistDict> {
  const header = await readExactly(stream, HEADER_BYTES, signal);
  const length = header.readUInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_BYTES) throw new PlistError(`usbmuxd announced a message of ${length} bytes.`);
  return readPlistDict(await readExactly(stream, length - HEADER_BYTES, signal));
}
