import { uint8At, uint32At } from '../../columns/at.ts';
import { noInt32, noUint8, noUint32, Table, withRoom } from '../../columns/table.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Method } from '../../session/names/method-table.ts';
import { nodeMark } from '../../session/names/node-table.ts';
import { dottedClass } from '../frames/class-names.ts';
import { sourceFileOf, sourceMap } from '../frames/frame.ts';

export interface CodeOrigin {
  /** Dotted class, '' for native code. */
  readonly class: string;
  /** Without folders, '' if unknown. */
  readonly sourceFile: string;
  /** Path of native debug information, otherwise ''. */
  readonly sourcePath: string;
}

export interface FileFunction {
  /** Dotted. */
  readonly class: string;
  readonly method: string;
}

/** Kinds of methods, by row. */
const ELSEWHERE = 1;
const HERE = 2;
/** With a source map, each line may belong to another file. */
const MAPPED = 3;

/** Items of a place, -1 if unknown or of another file. */
interface Place {
  readonly line: number;
  readonly function: number;
  /** Line where the code of `line` was inlined. */
  readonly call: number;
}

const NOWHERE: Place = { line: -1, function: -1, call: -1 };

/** `first`: the row is the outermost of its stack with the item. */
export const firstOf = { line: 1, function: 2, call: 4 } as const;

/**
 * A session's stacks reduced to frames of one source file. Its lines and functions are *items*, numbered from 0; an inlined function's line
 * and its call's line are both on the stack. Consecutive frames at one place share a row. Rows begin at 1, callers before callees.
 */
export class FileTree extends Table {
  /** Line of each item, 0 for a function. */
  readonly lines: number[] = [];
  /** Function of each item, undefined for a line. */
  readonly functions: (FileFunction | undefined)[] = [];
  /** By node: row of the stack's innermost frame of the file, or 0. */
  #top: Uint32Array = noUint32;
  /** 1 for nodes of the file. */
  #isHere: Uint8Array = noUint8;
  /** In the file, 0 if none. */
  caller: Uint32Array = noUint32;
  /** Outermost node of the row. */
  node: Uint32Array = noUint32;
  /** Items, -1 if none. */
  line: Int32Array = noInt32;
  function: Int32Array = noInt32;
  call: Int32Array = noInt32;
  first: Uint8Array = noUint8;
  readonly #model: SessionModel;
  readonly #isOfFile: (origin: CodeOrigin) => boolean;
  readonly #origins: CodeOrigin[];
  readonly #kinds: number[] = [];
  readonly #lineItems = new Map<number, number>();
  /** Indexed by row of `model.methods`. */
  readonly #functionItems: number[] = [];
  readonly #functionKeys = new Map<string, number>();
  readonly #mapped = new Map<number, Place>();
  #nodes = 1;

  /** @param origins of methods by row, shared by all files of a session */
  constructor(model: SessionModel, isOfFile: (origin: CodeOrigin) => boolean, origins: CodeOrigin[]) {
    super();
    this.length = 1;
    this.#model = model;
    this.#isOfFile = isOfFile;
    this.#origins = origins;
  }

  /** Row of the stack's innermost frame of the file, or 0. */
  topOf(node: number): number {
    // The empty stack, which may come before any other.
    if (node === 0) return 0;
    // Naming a node may create others.
    if (node >= this.#nodes) this.update();
    return uint32At(this.#top, node);
  }

  isHere(node: number): boolean {
    return this.#isHere[node] === 1;
  }

  update(): void {
    const { nodes } = this.#model;
    if (this.#top.length < nodes.parent.length) {
      this.#top = withRoom(this.#top, nodes.parent.length);
      this.#isHere = withRoom(this.#isHere, nodes.parent.length);
    }
    for (; this.#nodes < nodes.length; this.#nodes++) this.#add(this.#nodes, uint32At(this.#top, uint32At(nodes.parent, this.#nodes)));
  }

  #add(node: number, caller: number): void {
    const { nodes, methods } = this.#model;
    const row = uint32At(nodes.method, node);
    const kind = this.#kinds[row] ?? this.#kindOf(row, methods[row]);
    this.#top[node] = caller;
    if (kind === ELSEWHERE) return;
    const line = (uint8At(nodes.mark, node) & nodeMark.pc) === 0 ? uint32At(nodes.line, node) : 0;
    if (kind === HERE) this.#place(node, caller, this.#lineItem(line), this.#functionItem(row), -1);
    else {
      const { line: at, function: named, call } = this.#mappedPlace(row, line);
      this.#place(node, caller, at, named, call);
    }
  }

  #place(node: number, caller: number, line: number, named: number, call: number): void {
    if (line < 0 && named < 0 && call < 0) return;
    this.#isHere[node] = 1;
    if (caller !== 0 && this.line[caller] === line && this.function[caller] === named && this.call[caller] === call) return;
    if (this.length >= this.capacity) this.grow();
    const row = this.length++;
    this.#top[node] = row;
    this.caller[row] = caller;
    this.node[row] = node;
    this.line[row] = line;
    this.function[row] = named;
    this.call[row] = call;
    let first = (line < 0 ? 0 : firstOf.line) | (named < 0 ? 0 : firstOf.function) | (call < 0 ? 0 : firstOf.call);
    for (let at = caller; at !== 0 && first !== 0; at = uint32At(this.caller, at)) {
      const lineThere = this.line[at];
      const callThere = this.call[at];
      if (lineThere === line || callThere === line) first &= ~firstOf.line;
      if (lineThere === call || callThere === call) first &= ~firstOf.call;
      if (this.function[at] === named) first &= ~firstOf.function;
    }
    this.first[row] = first;
  }

  #kindOf(row: number, method: Method | undefined): number {
    const isMapped = method !== undefined && sourceMap(this.#model, method.class) !== undefined;
    const kind = method === undefined ? ELSEWHERE : isMapped ? MAPPED : this.#isOfFile(this.#originOf(row, method)) ? HERE : ELSEWHERE;
    this.#kinds[row] = kind;
    return kind;
  }

  #originOf(row: number, method: Method): CodeOrigin {
    let origin = this.#origins[row];
    if (origin === undefined) {
      origin = originOf(method);
      this.#origins[row] = origin;
    }
    return origin;
  }

  /** Like `frameOf`, with the call's line. */
  #mappedPlace(row: number, line: number): Place {
    const key = row * 2 ** 32 + line;
    const known = this.#mapped.get(key);
    if (known !== undefined) return known;
    const method = this.#model.methods[row];
    const place = method === undefined ? NOWHERE : this.#readMap(row, method, line);
    this.#mapped.set(key, place);
    return place;
  }

  #readMap(row: number, method: Method, line: number): Place {
    const own = this.#originOf(row, method);
    const map = line === 0 ? undefined : sourceMap(this.#model, method.class);
    const source = map?.source(line);
    if (source === undefined || (source.line === line && source.sourceFile === own.sourceFile)) {
      return this.#isOfFile(own) ? { line: this.#lineItem(line), function: this.#functionItem(row), call: -1 } : NOWHERE;
    }
    const className = source.class || own.class;
    const inlined = { class: className, sourceFile: source.sourceFile, sourcePath: '' };
    const call = map?.call(line);
    const isCalledHere = this.#isOfFile(call === undefined ? own : { class: own.class, sourceFile: call.sourceFile, sourcePath: '' });
    const lineItem = this.#isOfFile(inlined) ? this.#lineItem(source.line) : -1;
    const callItem = isCalledHere ? this.#lineItem(call?.line ?? 0) : -1;
    return { line: lineItem, function: isCalledHere ? this.#functionItem(row) : -1, call: callItem === lineItem ? -1 : callItem };
  }

  #lineItem(line: number): number {
    if (line === 0) return -1;
    const known = this.#lineItems.get(line);
    if (known !== undefined) return known;
    const item = this.lines.push(line) - 1;
    this.functions.push(undefined);
    this.#lineItems.set(line, item);
    return item;
  }

  #functionItem(row: number): number {
    const known = this.#functionItems[row];
    if (known !== undefined) return known;
    const { class: className, name, signature } = this.#model.methods[row] ?? { class: '', name: '', signature: '' };
    const key = `${className}\n${name}\n${signature}`;
    let item = name === '' ? -1 : this.#functionKeys.get(key);
    if (item === undefined) {
      item = this.lines.push(0) - 1;
      this.functions.push({ class: dottedClass(className), method: name });
      this.#functionKeys.set(key, item);
    }
    this.#functionItems[row] = item;
    return item;
  }
}

/** Computed on request: the file's name excludes most methods. */
function originOf(method: Method): CodeOrigin {
  return {
    get class() {
      return dottedClass(method.class);
    },
    sourceFile: sourceFileOf(method),
    sourcePath: method.image === 0 ? '' : method.sourceFile,
  };
}
