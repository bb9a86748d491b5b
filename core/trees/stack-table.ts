import type { StackTree } from '../analysis/calls/stack-map.ts';
import { uint32At } from '../columns/at.ts';
import { noUint32, Table } from '../columns/table.ts';

/** Each (caller, method) once, callers before callees. Row 0 is the empty stack. */
export class StackTable extends Table implements StackTree {
  parent: Uint32Array = noUint32;
  method: Uint32Array = noUint32;
  depth: Uint32Array = noUint32;
  /** Open addressing, row or 0 for free; at most half full. */
  #slots: Uint32Array = new Uint32Array(512);

  constructor() {
    super();
    this.reserve(256);
    this.length = 1;
  }

  row(caller: number, method: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(caller, method) & mask;
    for (let row = uint32At(this.#slots, slot); row !== 0; row = uint32At(this.#slots, slot)) {
      if (this.parent[row] === caller && this.method[row] === method) return row;
      slot = (slot + 1) & mask;
    }
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.parent[row] = caller;
    this.method[row] = method;
    this.depth[row] = uint32At(this.depth, caller) + 1;
    this.#slots[slot] = row;
    if (this.length * 2 > this.#slots.length) this.#rehash();
    return row;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let row = 1; row < this.length; row++) {
      let slot = hash(uint32At(this.parent, row), uint32At(this.method, row)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row;
    }
    this.#slots = slots;
  }
}

/** Multiplicative mixing with the constants of MurmurHash3's finalizer (fmix32). */
function hash(caller: number, method: number): number {
  let mixed = Math.imul(caller, 0x85ebca6b) ^ Math.imul(method, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
