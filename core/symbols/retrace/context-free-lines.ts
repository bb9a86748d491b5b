import { int32At } from '../../columns/at.ts';
import type { Reading } from '../bytes/byte-source.ts';
import { retraceFrameLine, textOf } from './frame-text.ts';
import type { Mapping } from './mapping.ts';
import type { StackContext } from './narrowed-method.ts';
import { parseStackTraceLine } from './stack-trace-line.ts';

/** Lines that are known when they come again: stack traces of one app repeat themselves. */
const MAX_KNOWN_LINES = 20_000;
const nothing: StackContext = {};

/**
 * What lines of a stack trace are while the lines above say nothing of them. Frames are answered class by class, in the map's order:
 * frames of one class share what was read of it, and the map is read from its begin to its end, however they are mixed.
 */
export class ContextFreeLines {
  readonly #lines: readonly string[];
  readonly #verbose: boolean;
  /** For each line the place of the first one that is equal. */
  readonly #same: Int32Array;
  readonly #texts: string[] = [];
  /** For each line where it begins in the texts, and behind that where it ends: 0 when it has to be asked for with what is above. */
  readonly #ranges: Int32Array;
  /** For the next line, where there is something to say. */
  readonly #contexts = new Map<number, StackContext>();

  constructor(lines: readonly string[], verbose: boolean) {
    this.#lines = lines;
    this.#verbose = verbose;
    this.#same = new Int32Array(lines.length);
    this.#ranges = new Int32Array(lines.length * 2);
  }

  *retrace(mapping: Mapping): Reading<void> {
    for (const [className, places] of mapping.inMapOrder(this.#framesByClass())) {
      const owner = yield* mapping.classNamedOnce(className);
      for (const place of places) {
        const line = this.#lines[place] ?? '';
        const parsed = parseStackTraceLine(line);
        if (parsed?.kind !== 'frame') continue;
        const begin = this.#texts.length;
        const context = retraceFrameLine(mapping, owner, line, parsed, nothing, this.#verbose, this.#texts);
        this.#ranges[place * 2] = begin;
        this.#ranges[place * 2 + 1] = this.#texts.length;
        if (context.outlineLine !== undefined) this.#contexts.set(place, context);
      }
    }
  }

  /**
   * Appends what a line was to `out`.
   * @returns what the next line has to know; undefined when nothing was appended, because the line isn't known
   */
  write(place: number, out: string[]): StackContext | undefined {
    const same = this.#same[place] ?? place;
    const end = int32At(this.#ranges, same * 2 + 1);
    if (end === 0) return undefined;
    for (let at = int32At(this.#ranges, same * 2); at < end; at++) out.push(this.#texts[at] ?? '');
    return this.#contexts.get(same) ?? nothing;
  }

  /** Places of frames, each line once. */
  #framesByClass(): ReadonlyMap<string, readonly number[]> {
    const known = new Map<string, number>();
    const byClass = new Map<string, number[]>();
    let isBelowClass = false;
    let place = -1;
    for (const line of this.#lines) {
      place++;
      const before = known.get(line);
      this.#same[place] = before ?? place;
      if (before !== undefined) {
        isBelowClass = false;
        continue;
      }
      const parsed = parseStackTraceLine(line);
      // A frame below an exception depends on it.
      const isAlone = parsed?.kind === 'frame' && !isBelowClass;
      isBelowClass = parsed?.kind === 'class';
      if (!isAlone) continue;
      if (known.size < MAX_KNOWN_LINES) known.set(line, place);
      const className = textOf(line, parsed.className);
      const places = byClass.get(className);
      if (places === undefined) byClass.set(className, [place]);
      else places.push(place);
    }
    return byClass;
  }
}
