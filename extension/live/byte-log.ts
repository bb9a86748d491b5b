import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Bytes of a sealed block; one block is squeezed at a time, a few milliseconds each. */
const BLOCK_BYTES = 256 * 1024;

/**
 * All bytes of a running capture, for pages that come late or come back. Older blocks are kept deflated, about a third of
 * their size, as the extension host has to hold them for hours.
 */
export class ByteLog {
  readonly #sealed: { readonly packed: Uint8Array; readonly length: number }[] = [];
  #open: Uint8Array[] = [];
  #openLength = 0;
  #length = 0;

  /** Bytes so far; also the cursor of a reader that has seen everything. */
  get length(): number {
    return this.#length;
  }

  /** Appends whole messages. */
  append(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#open.push(bytes);
    this.#openLength += bytes.length;
    this.#length += bytes.length;
    if (this.#openLength < BLOCK_BYTES) return;
    this.#sealed.push({ packed: deflateRawSync(join(this.#open, this.#openLength), { level: 1 }), length: this.#openLength });
    this.#open = [];
    this.#openLength = 0;
  }

  /** What stands from the cursor to the end of its block. Add its length to the cursor to go on. */
  read(cursor: number): Uint8Array<ArrayBuffer> {
    let begin = 0;
    for (const block of this.#sealed) {
      if (cursor < begin + block.length) return new Uint8Array(inflateRawSync(block.packed)).subarray(cursor - begin);
      begin += block.length;
    }
    return join(this.#open, this.#openLength).subarray(cursor - begin);
  }
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
