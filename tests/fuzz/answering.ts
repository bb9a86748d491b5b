import { Duplex } from 'node:stream';

/** A connection whose other side sends these bytes in pieces, whatever is asked, and ends. */
export function answering(bytes: Uint8Array): Duplex {
  let at = 0;
  const stream = new Duplex({
    read() {
      if (at >= bytes.length) this.push(null);
      // Sometimes a message's header comes alone, and its body in pieces.
      const next = at + 1 + ((at * 7919 + bytes.length) % 997);
      if (at < bytes.length) this.push(Buffer.from(bytes.subarray(at, next)));
      at = next;
    },
    write: (_bytes, _encoding, done) => done(),
  });
  return stream;
}
