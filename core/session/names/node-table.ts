import { uint32At } from '../../columns/at.ts';
import { noUint8, noUint32, Table } from '../../columns/table.ts';
import { MAX_STACK_DEPTH } from '../../wire/schema.ts';
import type { Budget } from '../limits/budget.ts';

/** Bits of `NodeTable.mark`. A node without bits is as the agent sent it. */
export const nodeMark = {
  /** The line is a byte-code index or dex pc: the class has no lines. */
  pc: 1,
  /** Inlined into its caller. */
  inlined: 2,
  /** Named by a symbol without lines, or by another build. */
  nearest: 4,
  /** Named by the very build. */
  exact: 8,
  /** Higher bits: number of equally good answers. */
  othersShift: 4,
} as const;

/** Bound of that number. */
export const MOST_OTHERS = 15;

/** Parts of the hash table grow separately to keep steps short. */
const PART_BITS = 7;

/**
 * Stack nodes of all runs, each (parent, method, line, mark) once. Row 0 is the empty stack. Parents precede children, so a walk to the
 * root has at most `MAX_STACK_DEPTH` steps.
 */
export class NodeTable extends Table {
  parent: Uint32Array = noUint32;
  method: Uint32Array = noUint32;
  /** 0 if unknown. */
  line: Uint32Array = noUint32;
  /** Bits of `nodeMark`. */
  mark: Uint8Array = noUint8;
  depth: Uint32Array = noUint32;
  /** The largest depth. */
  deepest = 0;
  /** By the hash's first bits: open addressing, row or 0 for free; at most half full. A Map of texts takes five times the memory. */
  readonly #parts = Array.from({ length: 1 << PART_BITS }, () => new Uint32Array(16));
  readonly #used = new Uint32Array(1 << PART_BITS);
  readonly #budget: Budget;

  constructor(budget: Budget) {
    super();
    this.reserve(1024);
    this.length = 1;
    this.#budget = budget;
  }

  /** Undefined for a stack that is too deep, or a full table. */
  intern(parent: number, method: number, line: number, mark = 0): number | undefined {
    const hashed = hash(parent, method, line);
    const part = hashed >>> (32 - PART_BITS);
    const slots = this.#parts[part] ?? noUint32;
    const mask = slots.length - 1;
    let slot = hashed & mask;
    for (;;) {
      // Raw, as every node passes here: the mask bounds `slot`.
      const row = slots[slot] ?? 0;
      if (row === 0) break;
      if (this.parent[row] === parent && this.method[row] === method && this.line[row] === line && this.mark[row] === mark) return row;
      slot = (slot + 1) & mask;
    }
    const depth = uint32At(this.depth, parent) + 1;
    if (depth > MAX_STACK_DEPTH || !this.#budget.takes()) return undefined;
    const row = this.#append(parent, method, line, depth);
    this.mark[row] = mark;
    slots[slot] = row;
    const used = uint32At(this.#used, part) + 1;
    this.#used[part] = used;
    if (used * 2 > slots.length) this.#parts[part] = this.#rehashed(slots);
    return row;
  }

  #append(parent: number, method: number, line: number, depth: number): number {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.parent[row] = parent;
    this.method[row] = method;
    this.line[row] = line;
    this.depth[row] = depth;
    if (depth > this.deepest) this.deepest = depth;
    return row;
  }

  #rehashed(before: Uint32Array): Uint32Array<ArrayBuffer> {
    const slots = new Uint32Array(before.length * 2);
    const mask = slots.length - 1;
    for (const row of before) {
      if (row === 0) continue;
      // Raw, as whole tables pass here: slots hold rows of this table only.
      let slot = hash(this.parent[row] ?? 0, this.method[row] ?? 0, this.line[row] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row;
    }
    return slots;
  }
}

/** Multiplicative mixing with the constants of MurmurHash3's finalizer (fmix32). */
function hash(parent: number, method: number, line: number): number {
  let mixed = Math.imul(parent, 0x85ebca6b) ^ Math.imul(method, 0xc2b2ae35) ^ Math.imul(line, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
