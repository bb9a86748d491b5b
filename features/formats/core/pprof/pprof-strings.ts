/** A profile's texts, decoded when asked. */
export class PprofStrings {
  readonly #ranges: Uint8Array[] = [];
  readonly #texts = new Map<number, string>();
  readonly #letters: number;

  /** @param letters of a text; the rest is cut */
  constructor(letters: number) {
    this.#letters = letters;
  }

  get length(): number {
    return this.#ranges.length;
  }

  add(utf8: Uint8Array): void {
    this.#ranges.push(utf8);
  }

  /** '' for an index without a text, as in a cut file. */
  at(index: number): string {
    const known = this.#texts.get(index);
    if (known !== undefined) return known;
    const range = this.#ranges[index];
    if (range === undefined) return '';
    // A letter takes at most four bytes.
    const text = new TextDecoder().decode(range.subarray(0, this.#letters * 4)).slice(0, this.#letters);
    this.#texts.set(index, text);
    return text;
  }
}
