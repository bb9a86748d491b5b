import type { ByteSource } from './byte-source.ts';

/** A source's bytes for readers of binary records: some at a time, each once. */
export class ByteFeed {
  /** Bytes from `at` on are unread. Replaced by `has`. */
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  readonly #pieces: AsyncIterator<Uint8Array>;
  /** Bytes before `bytes`. */
  #before = 0;
  #isDone = false;

  constructor(source: ByteSource) {
    this.#pieces = source.chunks()[Symbol.asyncIterator]();
  }

  /** Unread bytes at hand. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Read bytes of the whole source. */
  get position(): number {
    return this.#before + this.at;
  }

  /** Makes `count` unread bytes be at hand; false where the source ends before. Pieces are joined at doubling lengths. */
  async has(count: number): Promise<boolean> {
    if (this.left >= count) return true;
    const pieces = [this.bytes.subarray(this.at)];
    let length = this.left;
    // Twice the rest, so that a long record in short pieces is not copied for each.
    const enough = Math.max(count, Math.min(2 * length, MOST_AHEAD));
    while (length < enough && !this.#isDone) {
      const next = await this.#pieces.next();
      if (next.done === true) {
        this.#isDone = true;
      } else {
        pieces.push(next.value);
        length += next.value.length;
      }
    }
    this.#before += this.at;
    this.at = 0;
    this.bytes = joined(pieces, length);
    return length >= count;
  }

  /** The next bytes, which must be at hand; they are valid until the next `has`. */
  take(count: number): Uint8Array {
    if (count > this.left) throw new RangeError(`${count} bytes of ${this.left}.`);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** Text up to the line's end, which is left out; undefined at the source's end, or where there is none within `most` bytes. */
  async line(most: number): Promise<string | undefined> {
    for (let wanted = 1; ; wanted = this.left + 1) {
      if (!(await this.has(wanted))) return undefined;
      const end = this.bytes.indexOf(LINE_END, this.at);
      if (end >= 0 && end - this.at <= most) {
        const text = new TextDecoder().decode(this.take(end - this.at));
        this.at++;
        return text;
      }
      if (end >= 0 || this.left > most) return undefined;
    }
  }
}

const LINE_END = 0x0a;
const MOST_AHEAD = 16 << 20;

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
