import type { Duplex } from 'node:stream';
import { readExactly } from '../bytes/exact-bytes.ts';
import { readPlistDict } from '../plist/read.ts';
import { type PlistDict, PlistError } from '../plist/value.ts';
import { writeXmlPlist } from '../plist/xml.ts';

const LENGTH_BYTES = 4;
/** A part of an app list takes some 100 kB. */
const MAX_BYTES = 16 << 20;

export interface ServiceOpener {
  /** @throws LaglensError when refused */
  service(name: string, signal: AbortSignal): Promise<Duplex>;
}

/** Property lists behind 4 bytes of big-endian length, as lockdownd and most services use them. */
export class PlistChannel {
  readonly stream: Duplex;

  constructor(stream: Duplex) {
    this.stream = stream;
  }

  send(message: PlistDict): void {
    const body = writeXmlPlist(message);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(body.length);
    this.stream.write(Buffer.concat([length, body]));
  }

  /** @throws PlistError for other data, ConnectionEnded at the end */
  async receive(signal: AbortSignal): Promise<PlistDict> {
    const length = (await readExactly(this.stream, LENGTH_BYTES, signal)).readUInt32BE();
    if (length > MAX_BYTES) throw new PlistError(`The device announced a message of ${length} bytes.`);
    return readPlistDict(await readExactly(this.stream, length, signal));
  }

  async ask(message: PlistDict, signal: AbortSignal): Promise<PlistDict> {
    this.send(message);
    return await this.receive(signal);
  }
}
