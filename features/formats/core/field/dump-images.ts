import type { DumpFrame } from '../../../../core/analysis/exit-traces/dump-frames.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { type StackTables, uuidBytes } from './native-frames.ts';

/** Native libraries of one of Android's dumps, each declared once. */
export class DumpImages {
  readonly #tables: StackTables;
  readonly #known = new Map<string, number>();

  constructor(tables: StackTables) {
    this.#tables = tables;
  }

  /** @param frames innermost first. @returns the builder's stack, 0 without frames */
  stack(frames: readonly DumpFrame[]): number {
    let stack = 0;
    for (const frame of frames.map((each) => this.#frame(each)).toReversed()) stack = this.#tables.stack(stack, this.#tables.frame(frame));
    return stack;
  }

  #frame({ native, ...frame }: DumpFrame): FrameFacts {
    return native === undefined ? frame : { ...frame, image: this.#of(native.path, native.buildId), address: native.address };
  }

  #of(path: string, buildId: string): number {
    const key = `${buildId}\n${path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const image = this.#tables.image({ path, buildId: uuidBytes(buildId) });
    this.#known.set(key, image);
    return image;
  }
}
