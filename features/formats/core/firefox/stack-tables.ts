import { uint32At } from '../../../../core/columns/at.ts';
import { withRow } from '../../../../core/columns/table.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { FrameList } from './frame-list.ts';

/** Texts, each once. */
export class Texts {
  readonly all: string[] = [];
  readonly #byText = new Map<string, number>();

  of(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const index = this.all.push(text) - 1;
    this.#byText.set(text, index);
    return index;
  }
}

/** Files of native code that frames name, by `model.images`. */
export class UsedImages {
  readonly rows: number[] = [];

  of(image: number): number {
    const known = this.rows.indexOf(image);
    return known >= 0 ? known : this.rows.push(image) - 1;
  }
}

/** Of a table; optional ones have nulls. */
type Columns<Name extends string, Optional extends string = never> = Readonly<Record<Name, number[]> & Record<Optional, (number | null)[]>>;

/** Tables of one thread, of version 55: stacks, their frames and functions, and the functions' libraries. */
export class StackTables {
  readonly texts = new Texts();
  readonly #model: SessionModel;
  readonly #images: UsedImages;
  readonly #listed: FrameList;
  readonly #stack: Columns<'frame', 'prefix'> = { prefix: [], frame: [] };
  readonly #frame: Columns<'address' | 'category' | 'func', 'line'> = { address: [], category: [], func: [], line: [] };
  readonly #func: Columns<'name' | 'resource', 'fileName'> = { name: [], resource: [], fileName: [] };
  readonly #resource: Columns<'lib' | 'name'> = { lib: [], name: [] };
  /** Rows from 1: by node, by index of `FrameList.frames` and of its functions. */
  #byNode: Uint32Array = new Uint32Array(0);
  #frames: Uint32Array = new Uint32Array(0);
  #functions: Uint32Array = new Uint32Array(0);
  readonly #resources = new Map<number, number>();

  /** @param frames of all threads, as `images` */
  constructor(model: SessionModel, images: UsedImages, frames: FrameList) {
    this.#model = model;
    this.#images = images;
    this.#listed = frames;
  }

  /** Row of a node's stack. @param node row of `model.nodes`, not 0 */
  stackOf(node: number): number {
    if (node >= this.#byNode.length) this.#byNode = withRow(this.#byNode, this.#model.nodes.length - 1);
    const way: number[] = [];
    let row = 0;
    for (let at = node; at !== 0 && row === 0; at = uint32At(this.#model.nodes.parent, at)) {
      row = uint32At(this.#byNode, at);
      if (row === 0) way.push(at);
    }
    for (const at of way.reverse()) {
      this.#stack.frame.push(this.#frameOf(at));
      row = this.#stack.prefix.push(row === 0 ? null : row - 1);
      this.#byNode[at] = row;
    }
    return Math.max(0, row - 1);
  }

  /** Tables as the file has them. */
  get tables(): Readonly<Record<string, object>> {
    const frames = this.#frame.func.length;
    const functions = this.#func.name.length;
    const resources = this.#resource.lib.length;
    return {
      frameTable: {
        length: frames,
        ...this.#frame,
        inlineDepth: zeros(frames),
        subcategory: zeros(frames),
        nativeSymbol: nulls(frames),
        innerWindowID: zeros(frames),
        column: nulls(frames),
      },
      funcTable: {
        length: functions,
        ...this.#func,
        isJS: falses(functions),
        relevantForJS: falses(functions),
        lineNumber: nulls(functions),
        columnNumber: nulls(functions),
      },
      resourceTable: { length: resources, ...this.#resource, host: nulls(resources), type: zeros(resources).fill(LIBRARY) },
      // Functions have names already; addresses of symbols are not kept.
      nativeSymbols: { length: 0, address: [], functionSize: [], libIndex: [], name: [] },
      stackTable: { length: this.#stack.frame.length, ...this.#stack },
    };
  }

  #frameOf(node: number): number {
    const index = this.#listed.of(node);
    const listed = this.#listed.frames[index];
    if (listed === undefined) return 0;
    if (index >= this.#frames.length) this.#frames = withRow(this.#frames, index);
    const known = uint32At(this.#frames, index);
    if (known > 0) return known - 1;
    const func = this.#functionOf(listed.function);
    this.#frame.address.push(listed.address);
    this.#frame.category.push(listed.category);
    this.#frame.line.push(listed.line > 0 ? listed.line : null);
    const row = this.#frame.func.push(func);
    this.#frames[index] = row;
    return row - 1;
  }

  #functionOf(index: number): number {
    const listed = this.#listed.functions[index];
    if (listed === undefined) return 0;
    if (index >= this.#functions.length) this.#functions = withRow(this.#functions, index);
    const known = uint32At(this.#functions, index);
    if (known > 0) return known - 1;
    const { name, file, image } = listed;
    this.#func.resource.push(image > 0 ? this.#resourceOf(image) : -1);
    this.#func.fileName.push(file === '' ? null : this.texts.of(file));
    const row = this.#func.name.push(this.texts.of(name));
    this.#functions[index] = row;
    return row - 1;
  }

  #resourceOf(image: number): number {
    const known = this.#resources.get(image);
    if (known !== undefined) return known;
    this.#resource.name.push(this.texts.of(this.#model.images[image]?.path.split('/').at(-1) || 'unknown'));
    const row = this.#resource.lib.push(this.#images.of(image)) - 1;
    this.#resources.set(image, row);
    return row;
  }
}

/** A resource's type. */
const LIBRARY = 1;

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}

function nulls(length: number): null[] {
  return new Array<null>(length).fill(null);
}

function falses(length: number): boolean[] {
  return new Array<boolean>(length).fill(false);
}
