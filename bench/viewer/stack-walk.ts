interface StackWalkShape {
  /** Frames of every stack. */
  readonly depth: number;
  /** Distinct stack nodes, all used by a long enough walk. */
  readonly nodes: number;
  /** Frames changed between stacks, on average. */
  readonly changes: number;
}

/** Most callees of a node. */
const FORKS = 5;

/**
 * Stacks of a program that calls and returns: each shares its outermost frames with the one before. Nodes count from 1 in order of use, so
 * callers precede callees; node 0 is below all stacks.
 */
export class StackWalk {
  readonly parent: Uint32Array;
  /** Node by depth. */
  readonly #path: number[] = [];
  readonly #callees: number[][] = [[]];
  readonly #shape: StackWalkShape;
  readonly #random: () => number;
  #met = 0;

  constructor(shape: StackWalkShape, random: () => number) {
    this.#shape = shape;
    this.#random = random;
    this.parent = new Uint32Array(shape.nodes + 1);
  }

  /** The next stack; returns its innermost node. */
  next(): number {
    let left = this.#return();
    for (const { depth } = this.#shape; this.#path.length < depth; left = 0) this.#call(left);
    return this.#path.at(-1) ?? 0;
  }

  /** Leaves some frames, more if nothing else is callable; returns the last one. */
  #return(): number {
    // Geometric, its mean is `changes`.
    let returns = 1;
    while (this.#random() < 1 - 1 / this.#shape.changes && returns < this.#shape.depth) returns++;
    let left = 0;
    for (; this.#path.length > 0 && (returns > 0 || !this.#canFork(this.#path.at(-1) ?? 0)); returns--) left = this.#path.pop() ?? 0;
    return left;
  }

  /** @param except what is not called */
  #call(except: number): void {
    const caller = this.#path.at(-1) ?? 0;
    const callees = this.#callees[caller] ?? [];
    const known = callees.length - (callees.includes(except) ? 1 : 0);
    if (known === 0 || (this.#canMeet(callees) && this.#random() < 0.5)) {
      this.#path.push(this.#meet(caller, callees));
      return;
    }
    const at = Math.floor(this.#random() * known);
    const callee = callees[at] ?? 0;
    this.#path.push(callee === except ? (callees[known] ?? 0) : callee);
  }

  #canFork(node: number): boolean {
    const callees = this.#callees[node] ?? [];
    return callees.length > 1 || this.#canMeet(callees);
  }

  /** Reserves nodes to complete the stack that a fork begins. */
  #canMeet(callees: readonly number[]): boolean {
    return callees.length < FORKS && this.#met + this.#shape.depth <= this.#shape.nodes;
  }

  #meet(caller: number, callees: number[]): number {
    const node = ++this.#met;
    this.parent[node] = caller;
    callees.push(node);
    this.#callees[node] = [];
    return node;
  }
}
