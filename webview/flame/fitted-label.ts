const ELLIPSIS = '…';
const SHORTEST = 3;
/** No canvas shows more; names may be as long as a message. */
const LONGEST = 500;

/** Cuts labels to a width. Measuring is slow, so each label is measured once per font, letter by letter when it must be cut. */
export class LabelFitter {
  readonly #widths = new Map<string, number>();
  readonly #prefixes = new Map<string, Float32Array>();
  readonly #measure: (text: string) => number;
  readonly #ellipsis: number;

  /** @param measure width of a text in pixels */
  constructor(measure: (text: string) => number) {
    this.#measure = measure;
    this.#ellipsis = measure(ELLIPSIS);
  }

  /** The label, a shorter form that ends in an ellipsis, or '' when not even three letters fit. */
  fit(name: string, width: number): string {
    const label = name.length > LONGEST ? name.slice(0, LONGEST) + ELLIPSIS : name;
    let full = this.#widths.get(label);
    if (full === undefined) {
      full = this.#measure(label);
      this.#widths.set(label, full);
    }
    if (full <= width) return label;
    const prefixes = this.#prefixesOf(label);
    let letters = 0;
    for (let low = 0, high = prefixes.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((prefixes[middle] ?? 0) + this.#ellipsis <= width) letters = low = middle + 1;
      else high = middle;
    }
    return letters < SHORTEST ? '' : label.slice(0, letters) + ELLIPSIS;
  }

  /** Widths of the first letter, the first two, … */
  #prefixesOf(label: string): Float32Array {
    let prefixes = this.#prefixes.get(label);
    if (prefixes === undefined) {
      prefixes = Float32Array.from({ length: label.length }, (_, last) => this.#measure(label.slice(0, last + 1)));
      this.#prefixes.set(label, prefixes);
    }
    return prefixes;
  }
}
