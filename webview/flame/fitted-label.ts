/** Cuts labels to a width. Measuring is slow, so each label is measured once per font. */
export class LabelFitter {
  readonly #widths = new Map<string, number>();
  readonly #measure: (text: string) => number;

  /** @param measure width of a text in pixels */
  constructor(measure: (text: string) => number) {
    this.#measure = measure;
  }

  /** The label, a shorter form that ends in an ellipsis, or '' when not even three letters fit. */
  fit(label: string, width: number): string {
    const full = this.#width(label);
    if (full <= width) return label;
    const perLetter = full / label.length;
    const letters = Math.floor(width / perLetter) - 1;
    return letters < 3 ? '' : `${label.slice(0, letters)}…`;
  }

  #width(label: string): number {
    let width = this.#widths.get(label);
    if (width === undefined) {
      width = this.#measure(label);
      this.#widths.set(label, width);
    }
    return width;
  }
}
