import { SplitMap } from '../../core/session/names/split-map.ts';
import { keyHash, type ShortKey, shortKey } from './short-key.ts';
import type { SeenMethod } from './symbol-questions.ts';
import { type BudgetShare, letterBytes, symbolicationCost } from './symbolication-budget.ts';

/** Methods by which a mapping is checked. They stay for good, so they get at most an eighth of the budget. */
const MOST_SEEN = 65_536;

interface ClassMapping {
  /** '' where the class names none. */
  readonly id: string;
  readonly isOwn: boolean;
}

const noMapping: ClassMapping = { id: '', isOwn: false };
const noOwnMapping: ClassMapping = { id: '', isOwn: true };

/** The mappings that a run's classes name, and methods to check a mapping by. */
export class ClassMappings {
  /** Methods of the app and its libraries, in order of first occurrence. */
  readonly seen: SeenMethod[] = [];
  readonly #budget: BudgetShare;
  readonly #package: string;
  /** Keyed by dotted class of the build. */
  readonly #mappings = new SplitMap<ShortKey, ClassMapping>(keyHash);
  readonly #seenKeys = new SplitMap<ShortKey, true>(keyHash);
  #seenBytes = 0;

  constructor(app: string, budget: BudgetShare) {
    this.#package = packageOf(app);
    this.#budget = budget;
  }

  /** @param id '' where the class names no mapping */
  set(className: string, id: string): void {
    const isOwn = className === this.#package || className.startsWith(`${this.#package}.`);
    const key = shortKey(className);
    this.#forget(key);
    const mapping = id === '' ? (isOwn ? noOwnMapping : noMapping) : { id, isOwn };
    this.#budget.hold(costOf(mapping));
    this.#mappings.set(key, mapping);
  }

  get(className: string): ClassMapping | undefined {
    return this.#mappings.get(shortKey(className));
  }

  get size(): number {
    return this.#mappings.size;
  }

  values(): Iterable<ClassMapping> {
    return valuesOf(this.#mappings);
  }

  addSeen(className: string, name: string): void {
    const key = shortKey(`${className}.${name}`);
    if (this.#seenKeys.has(key) || this.seen.length >= MOST_SEEN || this.#seenBytes >= this.#budget.most / 8) return;
    const bytes = 2 * symbolicationCost.want + letterBytes(className);
    this.#seenBytes += bytes;
    this.#budget.hold(bytes);
    this.#seenKeys.set(key, true);
    this.seen.push({ class: className, name });
  }

  forgetOldest(): void {
    for (const key of this.#mappings.oldest()) this.#forget(key);
  }

  #forget(key: ShortKey): void {
    const mapping = this.#mappings.get(key);
    if (mapping === undefined) return;
    this.#mappings.delete(key);
    this.#budget.free(costOf(mapping));
  }
}

/** The application id of a process name, which may end in `:name`. */
export function packageOf(app: string): string {
  const colon = app.indexOf(':');
  return colon < 0 ? app : app.slice(0, colon);
}

function* valuesOf<T>(entries: Iterable<readonly [unknown, T]>): Generator<T> {
  for (const [, value] of entries) yield value;
}

function costOf({ id }: ClassMapping): number {
  return symbolicationCost.want + (id === '' ? 0 : symbolicationCost.want + letterBytes(id));
}
