import { float64At, numberAt } from '../../columns/at.ts';
import { lastUpTo } from '../../columns/sorted.ts';
import type { Reading } from '../bytes/byte-source.ts';
import type { Fields } from '../bytes/fields.ts';
import { MAX_MAP_OBJECTS, MAX_PATH_BYTES } from '../bytes/symbol-limits.ts';
import type { Macho } from './macho-headers.ts';
import { NLIST_SIZE, type RawSymbols, readRawSymbols } from './macho-symbols.ts';

/** Debugging entries of the symbol table, from Apple's `stab.h`. */
const Stab = { Function: 0x24, Source: 0x64, Object: 0x66 } as const;

export interface DebugMapObject {
  /** As the linker wrote it: an object file or an archive. */
  readonly path: string;
  readonly member: string | undefined;
  /** The object's or member's time when linked, in seconds since 1970; 0 when unknown. */
  readonly modifiedAtS: number;
}

export interface MappedFunction {
  readonly object: DebugMapObject;
  /** With its underscore. */
  readonly symbol: string;
  /** Address as linked. */
  readonly address: number;
  readonly size: number;
}

/** Undefined when there is none: a stripped image, a dSYM, an object. */
export function* readDebugMap(macho: Macho): Reading<DebugMap | undefined> {
  if (macho.fileType === 'object' || macho.fileType === 'dsym') return undefined;
  const raw = yield* readRawSymbols(macho);
  if (raw === undefined) return undefined;
  const map = collect(raw);
  return map.objectCount === 0 ? undefined : map;
}

/**
 * Entries are a unit's sources, its object, then for each function its name and address, and its size with an empty name. A nameless
 * source ends the unit.
 */
function collect({ table, names, count }: RawSymbols): DebugMap {
  const objects: number[] = [];
  const functions: number[] = [];
  let object: number | undefined;
  let unsized = false;
  for (let at = 0; at < count * NLIST_SIZE; at += NLIST_SIZE) {
    const kind = table.u8(at + 4);
    if (kind === Stab.Source && isUnnamed(table, names, at)) object = undefined;
    else if (kind === Stab.Object) {
      if (objects.length === MAX_MAP_OBJECTS) throw table.malformed(at, `at most ${MAX_MAP_OBJECTS} object files`);
      object = objects.push(at) - 1;
    } else if (kind === Stab.Function && object !== undefined) {
      if (!isUnnamed(table, names, at)) functions.push(at, object, 0);
      else if (unsized) functions[functions.length - 1] = table.u64(at + 8);
      unsized = !isUnnamed(table, names, at);
    }
  }
  return new DebugMap(table, names, objects, functions);
}

function isUnnamed(table: Fields, names: Fields, at: number): boolean {
  const nameAt = table.u32(at);
  return nameAt >= names.size || names.bytes[nameAt] === 0;
}

export class DebugMap {
  readonly #table: Fields;
  readonly #names: Fields;
  /** Offsets of the objects' entries in the table. */
  readonly #objects: readonly number[];
  readonly #known = new Map<number, DebugMapObject>();
  /** Entry's offset, object's number, address, size; by address. */
  readonly #entries: Float64Array;
  readonly #objectOf: Float64Array;
  readonly #addresses: Float64Array;
  readonly #sizes: Float64Array;

  /** @param functions entry, object and size of each, in the table's order */
  constructor(table: Fields, names: Fields, objects: readonly number[], functions: readonly number[]) {
    this.#table = table;
    this.#names = names;
    this.#objects = objects;
    const all = Float64Array.from({ length: functions.length / 3 }, (_, i) => i * 3);
    const order = all.filter((i) => numberAt(functions, i + 2) > 0);
    const addressOf = (i: number): number => table.u64(numberAt(functions, i) + 8);
    order.sort((a, b) => addressOf(a) - addressOf(b));
    this.#entries = order.map((i) => numberAt(functions, i));
    this.#objectOf = order.map((i) => numberAt(functions, i + 1));
    this.#addresses = order.map(addressOf);
    this.#sizes = order.map((i) => numberAt(functions, i + 2));
  }

  get size(): number {
    return this.#entries.length;
  }

  get objectCount(): number {
    return this.#objects.length;
  }

  /** In the linker's order; the same value each time. */
  object(i: number): DebugMapObject | undefined {
    const known = this.#known.get(i);
    const at = this.#objects[i];
    if (known !== undefined || at === undefined) return known;
    const text = isUnnamed(this.#table, this.#names, at) ? '' : this.#names.text(this.#table.u32(at), MAX_PATH_BYTES);
    const archived = /^(.*[^/])\(([^()]+)\)$/s.exec(text);
    const object = { path: archived?.[1] ?? text, member: archived?.[2], modifiedAtS: this.#table.u64(at + 8) };
    this.#known.set(i, object);
    return object;
  }

  /** Index in the order of addresses. */
  at(i: number): MappedFunction | undefined {
    const entry = this.#entries[i];
    const object = this.object(this.#objectOf[i] ?? -1);
    if (entry === undefined || object === undefined) return undefined;
    return {
      object,
      symbol: this.#names.text(this.#table.u32(entry)),
      address: float64At(this.#addresses, i),
      size: float64At(this.#sizes, i),
    };
  }

  find(address: number): MappedFunction | undefined {
    const found = this.at(lastUpTo(this.#addresses, address));
    return found !== undefined && address < found.address + found.size ? found : undefined;
  }
}
