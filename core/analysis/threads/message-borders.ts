import { firstAfter } from '../../columns/sorted.ts';
import { intervalState } from '../../session/columns/interval-columns.ts';
import type { MessageColumns } from '../../session/columns/thread-columns.ts';

export class MessageBorders {
  count = 0;
  firstUs = 0;
  lastUs = 0;
  /** The next border after the last `pass`; infinite if none. */
  nextUs = 0;
  readonly #messages: MessageColumns;
  /** Passed borders: 2 * row is a message's begin, 2 * row + 1 its end. */
  #border: number;

  constructor(messages: MessageColumns, beginUs: number) {
    this.#messages = messages;
    this.#border = 2 * firstAfter(messages.endUs, beginUs, messages.length);
    this.nextUs = this.#atUs(this.#border);
  }

  /** In (`afterUs`, `endUs`]; neither may decrease between calls. */
  find(afterUs: number, endUs: number): void {
    this.pass(afterUs);
    this.count = 0;
    if (this.nextUs > endUs) return;
    for (let border = this.#border; ; border++) {
      const atUs = this.#atUs(border);
      if (atUs > endUs) return;
      if (this.count++ === 0) this.firstUs = atUs;
      this.lastUs = atUs;
    }
  }

  /** The message after the passed borders, -1 if none. */
  get message(): number {
    return this.#border % 2 === 1 ? this.#border >> 1 : -1;
  }

  /** True between two messages, after the passed borders. */
  get isBetween(): boolean {
    return this.#border > 0 && this.#border % 2 === 0 && this.#border >> 1 < this.#messages.length;
  }

  pass(endUs: number): void {
    while (this.nextUs <= endUs) this.nextUs = this.#atUs(++this.#border);
  }

  #atUs(border: number): number {
    const row = border >> 1;
    if (row >= this.#messages.length) return Number.POSITIVE_INFINITY;
    // Raw, as every span asks here: the length bounds `row`.
    if (border % 2 === 0) return this.#messages.beginUs[row] ?? 0;
    return this.#messages.state[row] === intervalState.open ? Number.POSITIVE_INFINITY : (this.#messages.endUs[row] ?? 0);
  }
}
