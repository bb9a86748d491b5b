import type { Budget } from '../limits/budget.ts';
import { textKey } from './text-key.ts';

export interface ImageFile {
  readonly path: string;
  /** Build id or UUID in hex, lower case; '' if unknown. */
  readonly id: string;
}

/** Native files without repeats. Row 0 is unknown. */
export class ImageTable {
  readonly rows: ImageFile[] = [{ path: '', id: '' }];
  readonly #byKey = new Map<string, number>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** 0 when the table is full. */
  intern(path: string, buildId: Uint8Array): number {
    const id = Array.from(buildId.subarray(0, 64), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const key = textKey(`${id}\n${path}`);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (!this.#budget.takes()) return 0;
    const row = this.rows.push({ path, id }) - 1;
    this.#byKey.set(key, row);
    return row;
  }
}
