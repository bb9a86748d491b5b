import { byteOrZero } from '../bytes/fields.ts';

/** Also the dictionary for later bytes. */
export class UnpackedOutput {
  #bytes = new Uint8Array(64 * 1024);
  #size = 0;
  #dictionaryStart = 0;
  readonly #limit: number;
  readonly #claim: (bytes: number) => void;

  /** @param claim called before it grows; may throw */
  constructor(limit: number, claim: (bytes: number) => void = () => undefined) {
    this.#limit = limit;
    this.#claim = claim;
  }

  get size(): number {
    return this.#size;
  }

  /** 1 is the last byte. 0 before the dictionary's begin. */
  back(distance: number): number {
    return distance > this.#size - this.#dictionaryStart ? 0 : byteOrZero(this.#bytes, this.#size - distance);
  }

  forget(): void {
    this.#dictionaryStart = this.#size;
  }

  /** @throws RangeError above the limit, which callers check before */
  put(byte: number): void {
    if (this.#size === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#size++] = byte;
  }

  append(bytes: Uint8Array): void {
    if (this.#size + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** @returns false before the dictionary's begin */
  copy(distance: number, length: number): boolean {
    if (distance > this.#size - this.#dictionaryStart) return false;
    for (let i = 0; i < length; i++) this.put(byteOrZero(this.#bytes, this.#size - distance));
    return true;
  }

  whole(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  #grow(more: number): void {
    const needed = this.#size + more;
    if (needed > this.#limit) throw new RangeError(`more than ${this.#limit} bytes`);
    const length = Math.min(this.#limit, Math.max(needed, this.#bytes.length * 2));
    this.#claim(length - this.#bytes.length);
    const larger = new Uint8Array(length);
    larger.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = larger;
  }
}
