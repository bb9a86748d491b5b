import { type Frame, frameOf } from '../../../../core/analysis/frames/frame.ts';
import { uint32At } from '../../../../core/columns/at.ts';
import { withRow } from '../../../../core/columns/table.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';

export interface ListedFunction {
  /** Name as in the product's views: `Cart.total`. */
  readonly name: string;
  /** Dotted, '' if there is none. */
  readonly class: string;
  readonly method: string;
  /** Without folders, '' if unknown. */
  readonly file: string;
}

/** Functions in stacks, each once; lines within a function are left out. */
export class FunctionList {
  readonly all: ListedFunction[] = [];
  readonly #byKey = new Map<string, number>();
  /** Number from 1 by row of `model.nodes`, which grow as stacks with symbols are asked for. */
  #byNode: Uint32Array;
  readonly #model: SessionModel;

  constructor(model: SessionModel) {
    this.#model = model;
    this.#byNode = new Uint32Array(model.nodes.length);
  }

  /** Index of a node's function. */
  of(node: number): number {
    if (node >= this.#byNode.length) this.#byNode = withRow(this.#byNode, node);
    const known = uint32At(this.#byNode, node);
    if (known > 0) return known - 1;
    const index = this.#intern(frameOf(this.#model, node));
    this.#byNode[node] = index + 1;
    return index;
  }

  /** Indices of a stack's functions, outermost first. */
  path(node: number): readonly number[] {
    const path: number[] = [];
    for (let at = node; at !== 0; at = uint32At(this.#model.nodes.parent, at)) path.push(this.of(at));
    return path.reverse();
  }

  #intern({ label, class: className, method, sourceFile }: Frame): number {
    const key = `${className}\n${method}\n${label}\n${sourceFile}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const index = this.all.push({ name: label, class: className, method, file: sourceFile }) - 1;
    this.#byKey.set(key, index);
    return index;
  }
}
