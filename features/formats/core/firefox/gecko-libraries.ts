import { listField, numberField } from '../../../../core/text/json-fields.ts';
import type { Libraries } from './libraries.ts';

interface Range {
  readonly begin: number;
  readonly end: number;
  /** Address of the file's byte 0. */
  readonly base: number;
  readonly index: number;
}

/** Libraries of a process by address. */
export class MappedLibraries {
  readonly #ranges: readonly Range[];
  readonly #libraries: Libraries;

  /** @param owner has `libs` */
  constructor(owner: unknown, libraries: Libraries) {
    this.#libraries = libraries;
    this.#ranges = listField(owner, 'libs')
      .flatMap((lib, index) => {
        const begin = numberField(lib, 'start');
        const end = numberField(lib, 'end');
        if (begin === undefined || end === undefined || end <= begin) return [];
        return [{ begin, end, base: begin - (numberField(lib, 'offset') ?? 0), index }];
      })
      .sort((one, other) => one.begin - other.begin);
  }

  /** Undefined outside of all libraries. */
  placeOf(address: number): { readonly image: number; readonly address: number } | undefined {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.begin ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const range = this.#ranges[low - 1];
    if (range === undefined || address >= range.end) return undefined;
    return { image: this.#libraries.imageOf(range.index), address: address - range.base };
  }
}
