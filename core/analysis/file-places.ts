import type { SessionModel } from '../session/model.ts';
import type { Method } from '../session/names.ts';
import { nodeMark } from '../session/node-table.ts';
import { sourceFileOf, sourceMap } from './frame.ts';
import { dottedClass } from './names.ts';

/** What tells of which source a frame is. */
export interface CodeOrigin {
  /** Dotted class, '' for native code. */
  readonly class: string;
  /** File name without folders, '' unknown. */
  readonly sourceFile: string;
  /** Path as native debug information has it, '' for everything else. */
  readonly sourcePath: string;
}

/** A function of a file, as it was recorded. */
export interface FileFunction {
  /** Dotted. */
  readonly class: string;
  readonly method: string;
}

/** Kinds of methods, by row. */
const UNKNOWN = 0;
const ELSEWHERE = 1;
const HERE = 2;
/** Its class has a source map: each line may be of another file. */
const MAPPED = 3;

/**
 * Which stack nodes are in one source file, and where. A line and a function of the file are *items*, numbered from 0 as they are
 * met; the lines of an inlined function and of its call are both on the stack. Each node leads to the nodes of the file above it, so
 * that a walk up a stack meets nothing else.
 */
export class FilePlaces {
  /** Line of each item, 0 for a function. */
  readonly lines: number[] = [];
  /** Function of each item, undefined for a line. */
  readonly functions: (FileFunction | undefined)[] = [];
  /** Innermost node of the file on the stack of a node, itself included; 0 none. */
  innermost: Uint32Array = new Uint32Array(0);
  /** Next node of the file above a node of the file that is at another place; 0 none. */
  above: Uint32Array = new Uint32Array(0);
  /** Outermost of the nodes at the same place that `above` leaves out. */
  outermost: Uint32Array = new Uint32Array(0);
  /** Row of `items` of a node, 0 when it is in another file. */
  place: Uint32Array = new Uint32Array(0);
  /** Items of each place; the first one is where the innermost code stands. */
  readonly items: (readonly number[])[] = [[]];
  readonly #model: SessionModel;
  readonly #isHere: (origin: CodeOrigin) => boolean;
  readonly #kinds: number[] = [];
  readonly #itemOf = new Map<string, number>();
  readonly #placeOf = new Map<string, number>();
  readonly #placeOfMapped = new Map<number, number>();
  #length = 1;

  constructor(model: SessionModel, isHere: (origin: CodeOrigin) => boolean) {
    this.#model = model;
    this.#isHere = isHere;
  }

  /** Nodes from here on were not taken in yet. */
  get length(): number {
    return this.#length;
  }

  /** Takes in the nodes that are new in the model. */
  update(): void {
    const { nodes } = this.#model;
    if (nodes.parent.length > this.place.length) {
      for (const name of ['innermost', 'above', 'outermost', 'place'] as const) {
        const larger = new Uint32Array(nodes.parent.length);
        larger.set(this[name]);
        this[name] = larger;
      }
    }
    for (; this.#length < nodes.length; this.#length++) this.#add(this.#length, nodes.parent[this.#length] ?? 0);
  }

  #add(node: number, parent: number): void {
    const caller = this.innermost[parent] ?? 0;
    const place = this.#placeAt(node);
    this.place[node] = place;
    if (place === 0) {
      this.innermost[node] = caller;
      return;
    }
    const isSame = caller !== 0 && this.place[caller] === place;
    this.innermost[node] = node;
    this.above[node] = isSame ? (this.above[caller] ?? 0) : caller;
    this.outermost[node] = isSame ? (this.outermost[caller] ?? 0) : node;
  }

  #placeAt(node: number): number {
    const { nodes, methods } = this.#model;
    const row = nodes.method[node] ?? 0;
    const method = methods[row];
    if (method === undefined) return 0;
    const kind = this.#kindOf(row, method);
    if (kind === ELSEWHERE) return 0;
    const line = ((nodes.mark[node] ?? 0) & nodeMark.pc) === 0 ? (nodes.line[node] ?? 0) : 0;
    if (kind === HERE) return this.#intern([this.#lineItem(line), this.#functionItem(method)]);
    const key = row * 2 ** 32 + line;
    const known = this.#placeOfMapped.get(key);
    if (known !== undefined) return known;
    const place = this.#intern(this.#mappedItems(method, line));
    this.#placeOfMapped.set(key, place);
    return place;
  }

  #kindOf(row: number, method: Method): number {
    const known = this.#kinds[row] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const isMapped = sourceMap(this.#model, method.class) !== undefined;
    const kind = isMapped ? MAPPED : this.#isHere(originOf(method)) ? HERE : ELSEWHERE;
    this.#kinds[row] = kind;
    return kind;
  }

  /** As `frameOf` leads lines of inlined functions back, with the line of the call beside. */
  #mappedItems(method: Method, line: number): readonly number[] {
    const own = originOf(method);
    const map = line === 0 ? undefined : sourceMap(this.#model, method.class);
    const source = map?.source(line);
    if (source === undefined || (source.line === line && source.sourceFile === own.sourceFile)) {
      return this.#isHere(own) ? [this.#lineItem(line), this.#functionItem(method)] : [];
    }
    const inlined = { class: source.class || own.class, sourceFile: source.sourceFile, sourcePath: '' };
    const call = map?.call(line);
    const isCalledHere = this.#isHere(call === undefined ? own : { ...own, sourceFile: call.sourceFile });
    return [
      ...(this.#isHere(inlined) ? [this.#lineItem(source.line)] : [-1]),
      ...(isCalledHere ? [this.#lineItem(call?.line ?? 0), this.#functionItem(method)] : []),
    ];
  }

  #lineItem(line: number): number {
    return line === 0 ? -1 : this.#item(`${line}`, line, undefined);
  }

  #functionItem({ class: className, name, signature }: Method): number {
    if (name === '') return -1;
    return this.#item(`${className}\n${name}\n${signature}`, 0, { class: dottedClass(className), method: name });
  }

  #item(key: string, line: number, named: FileFunction | undefined): number {
    const known = this.#itemOf.get(key);
    if (known !== undefined) return known;
    const item = this.lines.push(line) - 1;
    this.functions.push(named);
    this.#itemOf.set(key, item);
    return item;
  }

  /** -1 stands for an item that is not known, or not of this file. */
  #intern(items: readonly number[]): number {
    if (items.every((item) => item < 0)) return 0;
    const key = items.join();
    const known = this.#placeOf.get(key);
    if (known !== undefined) return known;
    const place = this.items.push(items) - 1;
    this.#placeOf.set(key, place);
    return place;
  }
}

function originOf(method: Method): CodeOrigin {
  return {
    class: dottedClass(method.class),
    sourceFile: sourceFileOf(method),
    sourcePath: method.image === 0 ? '' : method.sourceFile,
  };
}
