import { int32At } from '../../columns/at.ts';
import type { FrameLine } from './stack-trace-line.ts';

const COLUMNS = 8;

/** Parsed lines by row. Numbers, as each garbage collection would move objects. */
export class FrameLines {
  readonly #spans: Int32Array;

  constructor(rows: number) {
    this.#spans = new Int32Array(COLUMNS * rows);
  }

  set(row: number, { className, methodName, sourceFile, line }: FrameLine): void {
    let at = COLUMNS * row;
    this.#spans[at++] = className.begin;
    this.#spans[at++] = className.end;
    this.#spans[at++] = methodName.begin;
    this.#spans[at++] = methodName.end;
    this.#spans[at++] = sourceFile.begin;
    this.#spans[at++] = sourceFile.end;
    this.#spans[at++] = line.begin;
    this.#spans[at++] = line.end;
  }

  at(row: number): FrameLine {
    const at = COLUMNS * row;
    return {
      kind: 'frame',
      className: { begin: int32At(this.#spans, at), end: int32At(this.#spans, at + 1) },
      methodName: { begin: int32At(this.#spans, at + 2), end: int32At(this.#spans, at + 3) },
      sourceFile: { begin: int32At(this.#spans, at + 4), end: int32At(this.#spans, at + 5) },
      line: { begin: int32At(this.#spans, at + 6), end: int32At(this.#spans, at + 7) },
    };
  }
}
