import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Size of a sealed block; deflating one takes a few milliseconds. */
const BLOCK_BYTES = 256 * 1024;
/** Deflated bytes kept in memory: hours of a busy app. */
const MOST_MEMORY_BYTES = 64 << 20;

/** Stores blocks that exceed the memory limit. Throws the disk's errors. */
export interface BlockStore {
  /** Place in the store. */
  add(block: Uint8Array): number;
  read(at: number, length: number): Uint8Array;
}

interface Sealed {
  /** Length before deflating. */
  readonly length: number;
  /** The deflated bytes, or their place in the store. */
  place: Uint8Array | { readonly at: number; readonly length: number };
}

/** All bytes of a running capture, for late pages. Held for hours, so older blocks are deflated to a third, the oldest in a file. */
export class ByteLog {
  readonly #store: BlockStore;
  readonly #mostMemoryBytes: number;
  readonly #sealed: Sealed[] = [];
  #open: Uint8Array[] = [];
  #openLength = 0;
  #length = 0;
  #packedBytes = 0;
  /** The first blocks are stored. */
  #stored = 0;

  constructor(store: BlockStore, mostMemoryBytes: number = MOST_MEMORY_BYTES) {
    this.#store = store;
    this.#mostMemoryBytes = mostMemoryBytes;
  }

  /** Bytes so far, the cursor of an up-to-date reader. */
  get length(): number {
    return this.#length;
  }

  get memoryBytes(): number {
    return this.#packedBytes + this.#openLength;
  }

  append(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#open.push(bytes);
    this.#openLength += bytes.length;
    this.#length += bytes.length;
    if (this.#openLength < BLOCK_BYTES) return;
    const packed = deflateRawSync(join(this.#open, this.#openLength), { level: 1 });
    this.#sealed.push({ place: packed, length: this.#openLength });
    this.#packedBytes += packed.length;
    this.#open = [];
    this.#openLength = 0;
    this.#makeRoom();
  }

  /** Bytes from the cursor to its block's end; advance the cursor by their length. */
  read(cursor: number): Uint8Array<ArrayBuffer> {
    let begin = 0;
    for (const { place, length } of this.#sealed) {
      if (cursor < begin + length) {
        const packed = place instanceof Uint8Array ? place : this.#store.read(place.at, place.length);
        return new Uint8Array(inflateRawSync(packed)).subarray(cursor - begin);
      }
      begin += length;
    }
    return join(this.#open, this.#openLength).subarray(cursor - begin);
  }

  #makeRoom(): void {
    while (this.#packedBytes > this.#mostMemoryBytes) {
      const oldest = this.#sealed[this.#stored];
      if (oldest === undefined || !(oldest.place instanceof Uint8Array)) return;
      const { length } = oldest.place;
      const at = this.#kept(oldest.place);
      if (at === undefined) return;
      oldest.place = { at, length };
      this.#packedBytes -= length;
      this.#stored++;
    }
  }

  /** Undefined on a full disk: the block stays until the journal ends the capture. */
  #kept(block: Uint8Array): number | undefined {
    try {
      return this.#store.add(block);
    } catch {
      return undefined;
    }
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
