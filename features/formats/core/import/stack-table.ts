import { numberAt } from '../../../../core/columns/at.ts';
import { noUint32 } from '../../../../core/columns/table.ts';
import { MAX_STACK_DEPTH } from '../../../../core/wire/schema.ts';
import type { ImportLimits } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';

/** Stacks as nodes: a frame below its caller's node. 0 is the empty stack. */
export class StackTable {
  readonly parents: number[] = [0];
  readonly frames: number[] = [0];
  readonly #depths: number[] = [0];
  /** Open addressing: node or 0 for free; at most half full. A Map of pairs takes most of an import's time with many deep stacks. */
  #slots = new Uint32Array(1 << 10);
  /** A file cannot choose pairs that share a slot. */
  readonly #salt = Math.floor(Math.random() * 2 ** 32);
  readonly #most: number;
  readonly #report: ImportReport;

  constructor(limits: ImportLimits, report: ImportReport) {
    this.#most = limits.stacks;
    this.#report = report;
  }

  get length(): number {
    return this.parents.length;
  }

  /** Frames of a stack. */
  depth(stack: number): number {
    return numberAt(this.#depths, stack);
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
    const mask = this.#slots.length - 1;
    let slot = this.#hash(parent, frame) & mask;
    for (;;) {
      // Raw, as every frame of every sample passes here: the mask bounds `slot`.
      const node = this.#slots[slot] ?? 0;
      if (node === 0) break;
      if (this.parents[node] === parent && this.frames[node] === frame) return node;
      slot = (slot + 1) & mask;
    }
    const depth = this.#depths[parent];
    if (depth === undefined) throw new RangeError(`${parent} is no stack.`);
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
    this.#slots[slot] = node;
    if (this.length * 2 > this.#slots.length) this.#rehash();
    return node;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    this.#slots = noUint32;
    for (let node = 1; node < this.length; node++) {
      let slot = this.#hash(numberAt(this.parents, node), numberAt(this.frames, node)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.#slots = slots;
  }

  /** Multiplicative mixing with the constants of MurmurHash3's finalizer (fmix32). */
  #hash(parent: number, frame: number): number {
    let mixed = Math.imul(parent ^ this.#salt, 0x85ebca6b) ^ Math.imul(frame, 0xc2b2ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  }
}
