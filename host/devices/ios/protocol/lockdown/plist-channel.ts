import type { Duplex } from 'node:stream';
import { readExactly } from '../bytes/exact-bytes.ts';
import { readPlistDict } from '../plist/read.ts';
import { type PlistDict, PlistError } from '../plist/value.ts';
import { writeXmlPlist } from '../plist/xml.ts';

const LENGTH_BYTES = 4;
/** A piece of a list of apps with all that is known of them has some 100 kB. */
const MAX_BYTES = 16 << 20;

/** Opens services of one device by their name. */
export interface ServiceOpener {
  /** @throws LaglensError when the device refuses */
  service(name: string, signal: AbortSignal): Promise<Duplex>;
}

/** Property lists with their length before them (4 bytes, big-endian): how lockdownd and most services of a device speak. */
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

  /** The next message. Throws `PlistError` for what is none, `ConnectionEnded` at the stream's end. */
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
