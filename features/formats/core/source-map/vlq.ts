/** Digits by their letter's code; -1 for other letters. */
const digits = new Int8Array(128).fill(-1);
for (const [digit, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  digits[letter.charCodeAt(0)] = digit;
const CONTINUES = 32;
/** Most shift of a number: 32 bits and their sign. */
const MOST_SHIFT = 30;

/** Reads the numbers of a source map's text: base 64 VLQ (ECMA-426). */
export class VlqReader {
  at = 0;
  /** A letter or number that no map has. */
  isDamaged = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.at >= this.#text.length;
  }

  /** True, and moves on, if the letter is next. */
  skip(letter: string): boolean {
    const isThere = this.#text[this.at] === letter;
    if (isThere) this.at++;
    return isThere;
  }

  /** The next number; undefined before a separator, at the end, and at damage. */
  next(): number | undefined {
    let value = 0;
    for (let shift = 0; !this.isDone; shift += 5) {
      const code = this.#text.charCodeAt(this.at);
      const digit = code < digits.length ? (digits[code] ?? -1) : -1;
      if (digit < 0) {
        this.isDamaged ||= shift > 0 || (code !== COMMA && code !== SEMICOLON);
        return undefined;
      }
      this.at++;
      if (shift > MOST_SHIFT) {
        this.isDamaged = true;
        return undefined;
      }
      value += (digit & (CONTINUES - 1)) * 2 ** shift;
      if (digit < CONTINUES) return value % 2 === 1 ? -((value - 1) / 2) : value / 2;
    }
    return undefined;
  }
}

const COMMA = 44;
const SEMICOLON = 59;
