import { frameOf } from '../../analysis/frames/frame.ts';
import { uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import { category } from './categories.ts';

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
  readonly #stack: Columns<'frame', 'prefix'> = { prefix: [], frame: [] };
  readonly #frame: Columns<'address' | 'category' | 'func', 'line'> = { address: [], category: [], func: [], line: [] };
  readonly #func: Columns<'name' | 'resource', 'fileName'> = { name: [], resource: [], fileName: [] };
  readonly #resource: Columns<'lib' | 'name'> = { lib: [], name: [] };
  readonly #byNode = new Map<number, number>();
  readonly #frames = new Map<string, number>();
  readonly #functions = new Map<string, number>();
  readonly #resources = new Map<number, number>();

  constructor(model: SessionModel, images: UsedImages) {
    this.#model = model;
    this.#images = images;
  }

  /** Row of a node's stack. @param node row of `model.nodes`, not 0 */
  stackOf(node: number): number {
    const way: number[] = [];
    let row: number | null = null;
    for (let at = node; at !== 0; at = uint32At(this.#model.nodes.parent, at)) {
      const known = this.#byNode.get(at);
      if (known !== undefined) {
        row = known;
        break;
      }
      way.push(at);
    }
    for (const at of way.reverse()) {
      this.#stack.frame.push(this.#frameOf(at));
      row = this.#stack.prefix.push(row) - 1;
      this.#byNode.set(at, row);
    }
    return row ?? 0;
  }

  /** As the file has them. */
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
    const method = this.#model.methods[uint32At(this.#model.nodes.method, node)];
    const { class: className, method: methodName, label, sourceFile, sourcePath, line } = frameOf(this.#model, node);
    const isUnnamed = method !== undefined && method.offset >= 0;
    const image = method?.image ?? 0;
    const plain = className === '' ? label : `${className}.${methodName}`;
    const name = isUnnamed ? `0x${method.offset.toString(16)}` : plain;
    const func = this.#functionOf(name, sourcePath || sourceFile, image);
    const address = isUnnamed ? method.offset : -1;
    const key = `${func} ${line} ${address}`;
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    this.#frame.address.push(address);
    this.#frame.category.push(image > 0 ? category.native : className === '' ? category.other : category.managed);
    this.#frame.line.push(line > 0 ? line : null);
    const row = this.#frame.func.push(func) - 1;
    this.#frames.set(key, row);
    return row;
  }

  #functionOf(name: string, file: string, image: number): number {
    const key = `${image}\n${file}\n${name}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    this.#func.resource.push(image > 0 ? this.#resourceOf(image) : -1);
    this.#func.fileName.push(file === '' ? null : this.texts.of(file));
    const row = this.#func.name.push(this.texts.of(name)) - 1;
    this.#functions.set(key, row);
    return row;
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
