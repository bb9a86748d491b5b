import { DROPPED, type StackMap, type StackTree } from '../analysis/calls/stack-map.ts';
import { uint32At } from '../columns/at.ts';
import { withRow } from '../columns/table.ts';
import type { MethodFacts } from './method-facts.ts';
import type { Rule } from './rule.ts';
import { ruleOf } from './rules.ts';
import { StackTable } from './stack-table.ts';
import type { StackChange } from './transform.ts';

interface GrowingStacks extends StackTree {
  readonly length: number;
}

/** A session's stacks in a view. `update` adds only what is new. */
export class ViewStacks implements StackMap {
  /** Undefined for the model's own. */
  readonly base: ViewStacks | undefined;
  readonly #nodes: GrowingStacks;
  readonly #source: GrowingStacks;
  readonly #table = new StackTable();
  readonly #rule: Rule;
  #taken = 0;
  /** Indexed by row of the source: the row here. */
  #to: Uint32Array = new Uint32Array(256);
  #of: Uint32Array = new Uint32Array(256);
  /** Nodes of the model in `of`. */
  #known = 0;

  private constructor(nodes: GrowingStacks, base: ViewStacks | undefined, rule: (source: GrowingStacks, table: StackTable) => Rule) {
    this.#nodes = nodes;
    this.base = base;
    this.#source = base === undefined ? nodes : base.#table;
    this.#rule = rule(this.#source, this.#table);
    this.update();
  }

  /** The model's stacks without lines: frames of one method below one caller are one. */
  static of(nodes: GrowingStacks): ViewStacks {
    return new ViewStacks(nodes, undefined, (_, table) => ({ root: 0, target: (caller, method) => table.row(caller, method) }));
  }

  /** Returns itself for transforms that don't change stacks. */
  transformed(transform: StackChange, facts: MethodFacts): ViewStacks {
    if (transform.type === 'invert') return this;
    return new ViewStacks(this.#nodes, this, (source, table) => {
      const rule = ruleOf(transform, { source, table, facts });
      return rule ?? { root: 0, target: (caller, method) => table.row(caller, method) };
    });
  }

  get length(): number {
    return this.#table.length;
  }

  get parent(): Uint32Array {
    return this.#table.parent;
  }

  get method(): Uint32Array {
    return this.#table.method;
  }

  get depth(): Uint32Array {
    return this.#table.depth;
  }

  /** Row by node of the model, or `DROPPED`. Longer than the known part. */
  get of(): Uint32Array {
    return this.#of;
  }

  /** With the row's innermost frame; 0 if none. */
  nodeOf(row: number): number {
    const { method } = this.#nodes;
    for (let node = 1; node < this.#known; node++) {
      if (this.#of[node] === row && method[node] === this.#table.method[row]) return node;
    }
    return 0;
  }

  update(): void {
    this.base?.update();
    this.#takeSource();
    this.#of = withRow(this.#of, this.#nodes.length - 1);
    const base = this.base;
    for (; this.#known < this.#nodes.length; this.#known++) {
      const row = base === undefined ? this.#known : uint32At(base.of, this.#known);
      this.#of[this.#known] = row === DROPPED ? DROPPED : uint32At(this.#to, row);
    }
  }

  #takeSource(): void {
    const source = this.#source;
    this.#to = withRow(this.#to, source.length - 1);
    if (this.#taken === 0) this.#to[this.#taken++] = this.#rule.root;
    for (; this.#taken < source.length; this.#taken++) {
      const caller = uint32At(this.#to, uint32At(source.parent, this.#taken));
      this.#to[this.#taken] = this.#rule.target(caller, uint32At(source.method, this.#taken), this.#taken);
    }
  }
}
