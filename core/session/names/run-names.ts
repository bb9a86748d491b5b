import { numberAt, uint8At, uint32At } from '../../columns/at.ts';
import type { Message } from '../../wire/schema.ts';
import type { SessionBudgets } from '../limits/session-budgets.ts';
import { type NodeTable, nodeMark } from './node-table.ts';
import { SplitMap } from './split-map.ts';
import { textHash, textKey } from './text-key.ts';

/** Beyond this, readers check everything again. */
const MOST_CHANGES = 1 << 20;

class NameChanges {
  /** With new names, in order. */
  readonly methods: number[] = [];
  /** Dotted app names, in order. */
  readonly classes: string[] = [];
  /** Grows when the lists start over; then every name may be new. */
  epoch = 0;

  addMethod(method: number): void {
    if (this.methods.length >= MOST_CHANGES) this.everything();
    this.methods.push(method);
  }

  addClass(built: string): void {
    if (this.classes.length >= MOST_CHANGES) this.everything();
    this.classes.push(built);
  }

  everything(): void {
    this.epoch++;
    this.methods.length = 0;
    this.classes.length = 0;
  }
}

export type SymbolsFact = Omit<Message<'symbols'>, 'type'>;

/** A row of `model.methods`, a line, bits of `nodeMark`. */
export interface NamedFrame {
  readonly method: number;
  readonly line: number;
  readonly mark: number;
}

export interface BuiltFrame {
  /** Row of `model.methods`. */
  readonly method: number;
  readonly line: number;
  /** The line is a pc. */
  readonly isPc: boolean;
}

/** Bound of nested outlines; builds nest two at most. */
const MOST_OUTLINES = 8;

/**
 * Symbols of one run: source names of its renamed classes, methods and addresses. Samples keep the agent's stacks; names map a node to a
 * shown one. So names may come late or change.
 */
export class RunNames {
  /** By the agent's id of the image; 0 is the mapping of classes. */
  readonly symbols = new Map<number, SymbolsFact>();
  /** Dotted source names by dotted app names. */
  readonly classes = new Map<string, string>();
  /** For views. */
  readonly changes = new NameChanges();
  /** Frames by `frameKey`, innermost first. */
  readonly #frames = new SplitMap<number, readonly NamedFrame[]>(frameHash);
  /** Frames of callers of outlines, by the caller's and outlines' keys, separated by blanks. */
  readonly #outlined = new SplitMap<string, readonly NamedFrame[]>(textHash);
  readonly #outlines = new Set<number>();
  /** Shown node + 1 by node, 0 before it is computed. */
  #shown = new Uint32Array(0);
  #isStale = false;
  readonly #budgets: SessionBudgets;

  constructor(budgets: SessionBudgets) {
    this.#budgets = budgets;
  }

  setSymbols(fact: Message<'symbols'>): boolean {
    if (!this.symbols.has(fact.image) && !this.#budgets.images.takes()) return false;
    const { type, ...rest } = fact;
    this.symbols.set(fact.image, rest);
    return true;
  }

  setClass(built: string, source: string): boolean {
    const key = textKey(built);
    const before = this.classes.get(key);
    if (before === undefined && !this.#budgets.renamedClasses.takes()) return false;
    if (before !== undefined && before !== source) this.changes.everything();
    if (before !== source) this.changes.addClass(built);
    this.classes.set(key, source);
    return true;
  }

  /** Names a method and line, innermost frame first; an empty list removes it from stacks. */
  setFrames(built: BuiltFrame, frames: readonly NamedFrame[]): boolean {
    const key = frameKey(built.method, built.line, built.isPc);
    if (!this.#affords(this.#frames.get(key), frames)) return false;
    this.#frames.set(key, frames);
    this.changes.addMethod(built.method);
    this.#isStale = true;
    return true;
  }

  /**
   * Names a frame that calls an outline: code shared by several methods, which shows its place in the caller.
   * @param outlines from the innermost call outwards
   */
  setOutlined(caller: BuiltFrame, outlines: readonly BuiltFrame[], frames: readonly NamedFrame[]): boolean {
    if (outlines.length === 0 || outlines.length > MOST_OUTLINES) return false;
    const keys = [caller, ...outlines].map(({ method, line, isPc }) => frameKey(method, line, isPc));
    const text = keys.join(' ');
    if (!this.#affords(this.#outlined.get(text), frames)) return false;
    this.#outlined.set(text, frames);
    for (const { method } of [caller, ...outlines]) this.changes.addMethod(method);
    for (const outline of keys.slice(1)) this.#outlines.add(outline);
    this.#isStale = true;
    return true;
  }

  /** Replacing frames costs only what is more. */
  #affords(before: readonly NamedFrame[] | undefined, frames: readonly NamedFrame[]): boolean {
    const { namedFrames } = this.#budgets;
    const more = heldFrames(frames) - (before === undefined ? 0 : heldFrames(before));
    if (more > 0) return namedFrames.takes(more);
    namedFrames.gives(-more);
    return true;
  }

  /** False while every node is shown as it was recorded. */
  get hasFrames(): boolean {
    return this.#frames.size > 0 || this.#outlined.size > 0;
  }

  shownNode(nodes: NodeTable, node: number): number {
    if (!this.hasFrames) return node;
    if (this.#isStale) this.#forget();
    // Newer nodes have no row yet.
    const known = node < this.#shown.length ? uint32At(this.#shown, node) : 0;
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
    for (; above !== 0 && uint32At(this.#shown, above) === 0; above = uint32At(nodes.parent, above)) path.push(above);
    let shown = above === 0 ? 0 : (this.#shown[above] ?? 1) - 1;
    for (let at = path.length - 1; at >= 0; at--) {
      const raw = numberAt(path, at);
      shown = this.#belowOutlined(nodes, raw) ?? this.#below(nodes, shown, raw);
      this.#shown[raw] = shown + 1;
    }
    return shown;
  }

  /** As far as depth and table allow. */
  #below(nodes: NodeTable, caller: number, raw: number): number {
    const frames = this.#frames.get(keyAt(nodes, raw));
    if (frames !== undefined) return append(nodes, caller, frames);
    if (nodes.parent[raw] === caller) return raw;
    return nodes.intern(caller, uint32At(nodes.method, raw), uint32At(nodes.line, raw), uint8At(nodes.mark, raw)) ?? caller;
  }

  /** An outline's caller is shown again, below its own caller. Undefined for other frames. */
  #belowOutlined(nodes: NodeTable, raw: number): number | undefined {
    if (!this.#outlines.has(keyAt(nodes, raw))) return undefined;
    const outlines: number[] = [];
    let caller = raw;
    for (; outlines.length < MOST_OUTLINES && this.#outlines.has(keyAt(nodes, caller)); caller = uint32At(nodes.parent, caller)) {
      outlines.unshift(caller);
    }
    const frames = this.#outlined.get([caller, ...outlines].map((node) => keyAt(nodes, node)).join(' '));
    if (frames === undefined) return undefined;
    // Callers were computed before.
    const above = uint32At(nodes.parent, caller);
    let shown = append(nodes, above === 0 ? 0 : (this.#shown[above] ?? 1) - 1, frames);
    for (const outline of outlines) shown = this.#below(nodes, shown, outline);
    return shown;
  }
}

/** An empty entry, which removes a frame, takes memory, too. */
function heldFrames(frames: readonly NamedFrame[]): number {
  return frames.length + 1;
}

function append(nodes: NodeTable, caller: number, frames: readonly NamedFrame[]): number {
  let shown = caller;
  for (const frame of frames.toReversed()) shown = nodes.intern(shown, frame.method, frame.line, frame.mark) ?? shown;
  return shown;
}

function keyAt(nodes: NodeTable, node: number): number {
  return frameKey(uint32At(nodes.method, node), uint32At(nodes.line, node), (uint8At(nodes.mark, node) & nodeMark.pc) !== 0);
}

/** 53 bits: rows of methods have 20 (`limits.methods`), lines 32, and pcs one. */
function frameKey(method: number, line: number, isPc: boolean): number {
  return method * 2 ** 33 + (isPc ? 2 ** 32 : 0) + line;
}

function frameHash(key: number): number {
  return key ^ Math.floor(key / 2 ** 33);
}
