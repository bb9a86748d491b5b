import { Budget } from '../../core/session/limits/budget.ts';
import { NodeTable } from '../../core/session/names/node-table.ts';
import type { MethodFacts } from '../../core/trees/method-facts.ts';
import type { SelfWeights } from '../../core/trees/weights.ts';

/** Function names, outermost first, and the time. */
export interface ListedStack {
  readonly stack: readonly string[];
  readonly us: number;
}

/**
 * Stacks of names with a category prefix: `a:` the app, `f:` the framework, `r:` the runtime, `l:` a library. The part before a dot is the
 * library.
 */
export class ListedStacks implements MethodFacts {
  readonly nodes = new NodeTable(new Budget(100_000, { nowUs: 0 }));
  readonly names: string[] = ['?'];
  readonly weights: SelfWeights;
  readonly listed: readonly ListedStack[];

  constructor(listed: readonly ListedStack[]) {
    this.listed = listed;
    const us = new Map<number, number>();
    for (const { stack, us: lastsUs } of listed) {
      const node = stack.reduce((caller, name) => this.nodes.intern(caller, this.method(name), 1) ?? 0, 0);
      us.set(node, (us.get(node) ?? 0) + lastsUs);
    }
    const wall = Float64Array.from(us.values());
    this.weights = {
      length: us.size,
      node: Uint32Array.from(us.keys()),
      wall,
      cpu: wall.map((lastsUs) => lastsUs / 2),
      blocked: wall.map((lastsUs) => lastsUs / 4),
      ready: new Float64Array(0),
      samples: wall.map(() => 1),
      allocated: new Float64Array(0),
      idleUs: 0,
    };
  }

  method(name: string): number {
    const known = this.names.indexOf(name);
    return known < 0 ? this.names.push(name) - 1 : known;
  }

  key(method: number): string {
    return this.names[method] ?? '';
  }

  category(method: number): string {
    return categoryOf(this.key(method));
  }

  isUnnamed(method: number): boolean {
    return this.key(method).startsWith('0x');
  }

  library(method: number): string {
    return libraryOf(this.key(method));
  }
}

export function categoryOf(name: string): string {
  return { a: 'app', f: 'framework', r: 'runtime', l: 'library' }[name.slice(0, 1)] ?? 'unknown';
}

export function libraryOf(name: string): string {
  return name.slice(2).split('.')[0] ?? '';
}

/** From row 0. */
export function pathText(
  tree: { readonly parent: Uint32Array; readonly method: Uint32Array },
  names: readonly string[],
  row: number,
): string {
  const path: string[] = [];
  for (let at = row; at !== 0; at = tree.parent[at] ?? 0) path.unshift(names[tree.method[at] ?? 0] ?? '');
  return path.join(' ');
}
