import { type Frame, frameOf } from '../../analysis/frames/frame.ts';
import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';

export interface ListedFunction {
  /** As in the product's views: `Cart.total`. */
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
  /** By row of `model.nodes`. */
  readonly #byNode = new Map<number, number>();
  readonly #model: SessionModel;

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /** Index of a node's function. */
  of(node: number): number {
    const known = this.#byNode.get(node);
    if (known !== undefined) return known;
    const frame = frameOf(this.#model, node);
    const index = this.#intern(frame);
    this.#byNode.set(node, index);
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
