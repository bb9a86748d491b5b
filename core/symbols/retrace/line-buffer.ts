import { numberAt } from '../../columns/at.ts';
import { textOfBytes } from './name-bytes.ts';

const FULL_BYTES = 1 << 20;
const [ZERO, MAX_DIGITS] = [48, 10];
const encoder = new TextEncoder();

/** Writes lines as bytes and decodes many at once: joining each from pieces takes several times as long. */
export class LineBuffer {
  /** Valid after `flush`; others may be added in between. */
  readonly lines: string[] = [];
  #bytes = new Uint8Array(1 << 10);
  #length = 0;
  readonly #rows: number[] = [];
  readonly #ends: number[] = [];

  copy(bytes: Uint8Array, begin: number, end: number): void {
    const target = this.#withRoom(end - begin);
    let at = this.#length;
    for (let from = begin; from < end; from++) target[at++] = bytes[from] ?? ZERO;
    this.#length = at;
  }

  text(text: string): void {
    const target = this.#withRoom(3 * text.length);
    let at = this.#length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        this.#encode(text);
        return;
      }
      target[at++] = code;
    }
    this.#length = at;
  }

  byte(byte: number): void {
    this.#withRoom(1)[this.#length++] = byte;
  }

  /** @param value a whole number of at most 10 digits */
  number(value: number): void {
    let digits = 1;
    for (let limit = 10; digits < MAX_DIGITS && value >= limit; limit *= 10) digits++;
    const target = this.#withRoom(digits);
    let rest = value;
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      target[at] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.#length += digits;
  }

  endLine(): void {
    this.#rows.push(this.lines.push('') - 1);
    this.#ends.push(this.#length);
    if (this.#length >= FULL_BYTES) this.flush();
  }

  flush(): void {
    const text = textOfBytes(this.#bytes, 0, this.#length);
    const isAscii = text.length === this.#length;
    let begin = 0;
    for (let i = 0; i < this.#rows.length; i++) {
      const end = numberAt(this.#ends, i);
      this.lines[numberAt(this.#rows, i)] = isAscii ? text.slice(begin, end) : textOfBytes(this.#bytes, begin, end);
      begin = end;
    }
    this.#rows.length = 0;
    this.#ends.length = 0;
    this.#length = 0;
  }

  #encode(text: string): void {
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  #withRoom(bytes: number): Uint8Array {
    if (this.#length + bytes <= this.#bytes.length) return this.#bytes;
    const larger = new Uint8Array(2 * (this.#length + bytes));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    return larger;
  }
}
