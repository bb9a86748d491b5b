/** Slices that began and did not end, each found by its frame in constant time: a file may open a million and end them in any order. */
export class OpenSlices {
  /** Innermost last; ended ones stay until they are innermost. */
  readonly #stack: { readonly row: number; readonly frame: number; isOpen: boolean }[] = [];
  readonly #byFrame = new Map<number, { readonly row: number; readonly frame: number; isOpen: boolean }[]>();
  length = 0;

  push(row: number, frame: number): void {
    const made = { row, frame, isOpen: true };
    this.#stack.push(made);
    const same = this.#byFrame.get(frame);
    if (same === undefined) this.#byFrame.set(frame, [made]);
    else same.push(made);
    this.length++;
  }

  /** The innermost one's row. */
  pop(): number | undefined {
    const top = this.#stack.at(-1);
    return top === undefined ? undefined : this.take(top.frame);
  }

  /** The row of the innermost one with a frame. */
  take(frame: number): number | undefined {
    const found = this.#byFrame.get(frame)?.pop();
    if (found === undefined) return undefined;
    found.isOpen = false;
    this.length--;
    while (this.#stack.at(-1)?.isOpen === false) this.#stack.pop();
    return found.row;
  }

  *rows(): Generator<number> {
    for (const { row, isOpen } of this.#stack) if (isOpen) yield row;
  }
}
