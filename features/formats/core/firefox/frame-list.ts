import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import { uint32At } from '../../../../core/columns/at.ts';
import { withRow } from '../../../../core/columns/table.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { category } from './categories.ts';

export interface ListedFrame {
  /** Index of `FrameList.functions`. */
  readonly function: number;
  /** 0 if unknown. */
  readonly line: number;
  /** Within its library, -1 for functions with names. */
  readonly address: number;
  readonly category: number;
}

interface ListedFunction {
  readonly name: string;
  /** '' if unknown. */
  readonly file: string;
  /** Row of `model.images`, 0 if none. */
  readonly image: number;
}

/** Frames of all threads and their functions, each once: threads of an app share stacks. */
export class FrameList {
  readonly frames: ListedFrame[] = [];
  readonly functions: ListedFunction[] = [];
  readonly #model: SessionModel;
  /** Index from 1 by row of `model.nodes`, which grow as stacks with symbols are asked for. */
  #byNode: Uint32Array = new Uint32Array(0);
  readonly #frames = new Map<string, number>();
  readonly #functions = new Map<string, number>();

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /** Index of a node's frame. */
  of(node: number): number {
    if (node >= this.#byNode.length) this.#byNode = withRow(this.#byNode, this.#model.nodes.length - 1);
    const known = uint32At(this.#byNode, node);
    if (known > 0) return known - 1;
    const index = this.#intern(node);
    this.#byNode[node] = index + 1;
    return index;
  }

  #intern(node: number): number {
    const method = this.#model.methods[uint32At(this.#model.nodes.method, node)];
    const { class: className, method: methodName, label, sourceFile, sourcePath, line } = frameOf(this.#model, node);
    const isUnnamed = method !== undefined && method.offset >= 0;
    const image = method?.image ?? 0;
    const plain = className === '' ? label : `${className}.${methodName}`;
    const name = isUnnamed ? `0x${method.offset.toString(16)}` : plain;
    const index = this.#functionOf(name, sourcePath || sourceFile, image);
    const address = isUnnamed ? method.offset : -1;
    const key = `${index} ${line} ${address}`;
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const kind = image > 0 ? category.native : className === '' ? category.other : category.managed;
    const row = this.frames.push({ function: index, line, address, category: kind }) - 1;
    this.#frames.set(key, row);
    return row;
  }

  #functionOf(name: string, file: string, image: number): number {
    const key = `${image}\n${file}\n${name}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    const row = this.functions.push({ name, file, image }) - 1;
    this.#functions.set(key, row);
    return row;
  }
}
