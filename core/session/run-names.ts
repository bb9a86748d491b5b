import type { Message } from '../wire/schema.ts';
import { limits } from './limits.ts';
import type { NodeTable } from './node-table.ts';

/** What is known of the symbols of an image, or of a run's mapping. */
export type SymbolsFact = Omit<Message<'symbols'>, 'type'>;

/** A frame that symbols found: a row of `model.methods`, a line, bits of `nodeMark`. */
export interface NamedFrame {
  readonly method: number;
  readonly line: number;
  readonly mark: number;
}

/**
 * What symbols say of one run: what its renamed classes, methods and addresses were in the source. Samples keep the stacks that
 * the agent sent; a name leads from such a stack node to a shown one, which has the source's frames in its place. So names can
 * come late, and come again, and no sample moves.
 */
export class RunNames {
  /** By the agent's id of the image; 0 is the mapping of the run's classes. */
  readonly symbols = new Map<number, SymbolsFact>();
  /** Dotted names in the source by dotted names in the app. */
  readonly classes = new Map<string, string>();
  /** Frames by method row and line, innermost first. */
  readonly #frames = new Map<number, Map<number, readonly NamedFrame[]>>();
  #count = 0;
  /** Shown node + 1 by node, 0 not worked out yet. */
  #shown = new Uint32Array(0);
  #isStale = false;

  setSymbols(fact: Message<'symbols'>): boolean {
    if (this.symbols.size >= limits.images && !this.symbols.has(fact.image)) return false;
    const { type, ...rest } = fact;
    this.symbols.set(fact.image, rest);
    return true;
  }

  setClass(built: string, source: string): boolean {
    if (this.classes.size >= limits.classes * 8 && !this.classes.has(built)) return false;
    this.classes.set(built, source);
    return true;
  }

  /** Names a method and line, innermost frame first; without frames it is left out of stacks. */
  setFrames(method: number, line: number, isPc: boolean, frames: readonly NamedFrame[]): boolean {
    const lines = this.#frames.get(method) ?? new Map<number, readonly NamedFrame[]>();
    const key = keyOf(line, isPc ? 1 : 0);
    if (!lines.has(key) && this.#count++ >= limits.nodes) return false;
    lines.set(key, frames);
    this.#frames.set(method, lines);
    this.#isStale = true;
    return true;
  }

  /** The node that stands for this one in pictures: itself when nothing is named in it. */
  shownNode(nodes: NodeTable, node: number): number {
    if (this.#frames.size === 0) return node;
    if (this.#isStale) this.#forget();
    const known = this.#shown[node] ?? 0;
    return known > 0 ? known - 1 : this.#show(nodes, node);
  }

  #forget(): void {
    this.#shown.fill(0);
    this.#isStale = false;
  }

  #show(nodes: NodeTable, node: number): number {
    if (nodes.parent.length > this.#shown.length) {
      const larger = new Uint32Array(nodes.parent.length);
      larger.set(this.#shown);
      this.#shown = larger;
    }
    const path: number[] = [];
    let above = node;
    for (; above !== 0 && (this.#shown[above] ?? 0) === 0; above = nodes.parent[above] ?? 0) path.push(above);
    let shown = above === 0 ? 0 : (this.#shown[above] ?? 1) - 1;
    for (let at = path.length - 1; at >= 0; at--) {
      const raw = path[at] ?? 0;
      shown = this.#below(nodes, shown, raw);
      this.#shown[raw] = shown + 1;
    }
    return shown;
  }

  /** What a node's frame shows below a shown caller. A stack that grows too deep, or a full table, ends there. */
  #below(nodes: NodeTable, caller: number, raw: number): number {
    const method = nodes.method[raw] ?? 0;
    const line = nodes.line[raw] ?? 0;
    const mark = nodes.mark[raw] ?? 0;
    const frames = this.#frames.get(method)?.get(keyOf(line, mark));
    if (frames === undefined) {
      return nodes.parent[raw] === caller ? raw : (nodes.intern(caller, method, line, mark) ?? caller);
    }
    let shown = caller;
    for (const frame of frames.toReversed()) shown = nodes.intern(shown, frame.method, frame.line, frame.mark) ?? shown;
    return shown;
  }
}

/** Lines have 32 bits; pcs are told apart by one more. */
function keyOf(line: number, isPc: number): number {
  return line + (isPc & 1) * 2 ** 32;
}
