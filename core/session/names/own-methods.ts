import type { ImageTable } from './image-table.ts';
import type { MethodTable } from './method-table.ts';
import { isOwnMethod } from './own-code.ts';

const judged = { no: 1, yes: 2 } as const;

/** The agent's methods by their rows. Each is judged once by its names: stack nodes are many more, and methods never change. */
export class OwnMethods {
  readonly #methods: MethodTable;
  readonly #images: ImageTable;
  /** Dense: methods are judged in the order of their first nodes, those before with a 0. */
  readonly #judged: number[] = [];

  constructor(methods: MethodTable, images: ImageTable) {
    this.#methods = methods;
    this.#images = images;
  }

  has(row: number): boolean {
    return (this.#judged[row] || this.#judge(row)) === judged.yes;
  }

  #judge(row: number): number {
    const method = this.#methods.rows[row];
    if (method === undefined) return judged.no;
    while (this.#judged.length <= row) this.#judged.push(0);
    const verdict = isOwnMethod(method, this.#images.rows[method.image]?.path ?? '') ? judged.yes : judged.no;
    this.#judged[row] = verdict;
    return verdict;
  }
}
