import { MAX_STACK_DEPTH } from '../../wire/schema.ts';
import type { ImportLimits } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';

/** Stacks as nodes: a frame below its caller's node. 0 is the empty stack. */
export class StackTable {
  readonly parents: number[] = [0];
  readonly frames: number[] = [0];
  readonly #depths: number[] = [0];
  readonly #byKey = new Map<number, number>();
  readonly #most: number;
  readonly #mostFrames: number;
  readonly #report: ImportReport;

  constructor(limits: ImportLimits, report: ImportReport) {
    this.#most = limits.stacks;
    this.#mostFrames = limits.frames;
    this.#report = report;
  }

  get length(): number {
    return this.parents.length;
  }

  /** Frames of a stack, innermost first. */
  path(stack: number): readonly number[] {
    const path: number[] = [];
    for (let at: number | undefined = stack; at !== undefined && at !== 0; at = this.parents[at]) {
      const frame = this.frames[at];
      if (frame !== undefined) path.push(frame);
    }
    return path;
  }

  /** The caller's node where there is no room. */
  intern(parent: number, frame: number): number {
    const depth = this.#depths[parent];
    if (depth === undefined) throw new RangeError(`${parent} is no stack.`);
    const key = parent * (this.#mostFrames + 1) + frame;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (depth >= MAX_STACK_DEPTH) {
      this.#report.skipped(`frames deeper than ${MAX_STACK_DEPTH}`);
      return parent;
    }
    if (this.length > this.#most) {
      this.#report.skipped('frames beyond the bound of stacks');
      return parent;
    }
    const node = this.parents.push(parent) - 1;
    this.frames.push(frame);
    this.#depths.push(depth + 1);
    this.#byKey.set(key, node);
    return node;
  }
}
