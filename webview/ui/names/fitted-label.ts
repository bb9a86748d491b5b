const ELLIPSIS = '…';
const SHORTEST = 3;
/** Names may be as long as a message; no canvas shows more. */
const LONGEST = 500;

/**
 * Fits labels to a width. The function matters most: outer classes go first, then the end is cut.
 * Measuring is slow, and browsers keep results: each text and each letter is measured once per font.
 * Sums of letters decide cuts; kerning mostly makes texts narrower.
 */
export class LabelFitter {
  readonly #widths = new Map<string, number>();
  readonly #shorter = new Map<string, readonly string[]>();
  readonly #letters = new Map<string, number>();
  readonly #measure: (text: string) => number;
  readonly #ellipsis: number;

  /** @param measure width in pixels */
  constructor(measure: (text: string) => number) {
    this.#measure = measure;
    this.#ellipsis = measure(ELLIPSIS);
  }

  /** The label, an end of it, a cut function with an ellipsis, or '' below three letters. */
  fit(name: string, width: number): string {
    const whole = name.length > LONGEST ? name.slice(0, LONGEST) + ELLIPSIS : name;
    if (this.#width(whole) <= width) return whole;
    let label = whole;
    for (const shorter of this.#shorterForms(whole)) {
      if (this.#width(shorter) <= width) return shorter;
      label = shorter;
    }
    return this.#cut(label, width);
  }

  #cut(label: string, width: number): string {
    let letters = 0;
    for (let left = width - this.#ellipsis; letters < label.length; letters++) {
      left -= this.#letterWidth(label.charAt(letters));
      if (left < 0) break;
    }
    return letters < SHORTEST ? '' : label.slice(0, letters) + ELLIPSIS;
  }

  #letterWidth(letter: string): number {
    let width = this.#letters.get(letter);
    if (width === undefined) {
      width = this.#measure(letter);
      this.#letters.set(letter, width);
    }
    return width;
  }

  #width(label: string): number {
    let width = this.#widths.get(label);
    if (width === undefined) {
      width = this.#measure(label);
      this.#widths.set(label, width);
    }
    return width;
  }

  #shorterForms(label: string): readonly string[] {
    let forms = this.#shorter.get(label);
    if (forms === undefined) {
      forms = shorterForms(label);
      this.#shorter.set(label, forms);
    }
    return forms;
  }
}

/** Deeper nesting is not shortened. */
const MOST_FORMS = 8;
/** A place in a file has dots, too: `libshop.so + 0x1a40`. */
const ADDRESS = /0x[0-9a-f]+$/;
const OBJECTIVE_C = /^[-+]\[\S+ (.+)\]$/;

/**
 * The label without its outermost class or namespace, without the next, down to the function.
 * Dots in brackets (types, arguments) and behind a blank (`λ`) do not count.
 */
export function shorterForms(label: string): readonly string[] {
  if (ADDRESS.test(label)) return [];
  const message = OBJECTIVE_C.exec(label)?.[1];
  if (message !== undefined) return [message];
  const forms: string[] = [];
  let depth = 0;
  for (let at = 0; at < label.length; at++) {
    const sign = label[at] ?? '';
    if ('(<['.includes(sign)) depth++;
    else if (')>]'.includes(sign)) depth--;
    else if (depth === 0 && sign === ' ') break;
    else if (depth === 0 && (sign === '.' || (sign === ':' && label[at - 1] === ':'))) forms.push(label.slice(at + 1));
  }
  return forms.filter((form) => form !== '').slice(-MOST_FORMS);
}
