import { SymbolError } from '../bytes/symbol-error.ts';

const LEAST_BYTES = 64 << 20;
const BYTES_PER_BYTE = 16;

/**
 * How many bytes may be walked for one look-up. Sane files need each byte of theirs about once; in a hostile one a thousand units
 * share one endless line program, or a thousand calls one range list.
 */
export class WorkBudget {
  readonly #limit: number;
  #left: number;

  /** @param sectionBytes of all sections together */
  constructor(sectionBytes: number) {
    this.#limit = LEAST_BYTES + sectionBytes * BYTES_PER_BYTE;
    this.#left = this.#limit;
  }

  /** A look-up begins. */
  renew(): void {
    this.#left = this.#limit;
  }

  /** @throws SymbolError when it has been too much; `file` and `offset` say where */
  spend(bytes: number, file: string, offset: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const expected = `less than ${Math.round(this.#limit / 2 ** 20)} MB to walk through`;
    throw new SymbolError({ reason: 'malformed', file, offset, expected, found: 'parts that are used again and again' });
  }
}
