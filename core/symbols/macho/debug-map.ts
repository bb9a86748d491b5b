import type { Reading } from '../byte-source.ts';
import type { Fields } from '../fields.ts';
import type { Macho } from './headers.ts';
import { NLIST_SIZE, type RawSymbols, readRawSymbols } from './symbols.ts';

/** Kinds of debugging entries in the symbol table, of Apple's `stab.h`. */
const Stab = { Function: 0x24, Source: 0x64, Object: 0x66 } as const;

/** An object file that was linked into the image, with the functions that came from it. */
export interface DebugMapObject {
  /** As the linker wrote it: the object file, or the archive that holds it. */
  readonly path: string;
  /** The object's name inside the archive. */
  readonly member: string | undefined;
  /** Seconds since 1970 that the object (in an archive: the member) had when it was linked; 0 when the linker didn't say. */
  readonly modifiedAtS: number;
}

/** A function of the image and the object file that it came from. */
export interface MappedFunction {
  readonly object: DebugMapObject;
  /** As in the object's symbol table, with its underscore. */
  readonly symbol: string;
  /** As linked into the image. */
  readonly address: number;
  readonly size: number;
}

/** Reads the debug map of a linked image; undefined when it has none: it was stripped, or this is a dSYM or an object. */
export function* readDebugMap(macho: Macho): Reading<DebugMap | undefined> {
  if (macho.fileType === 'object' || macho.fileType === 'dsym') return undefined;
  const raw = yield* readRawSymbols(macho);
  if (raw === undefined) return undefined;
  const map = collect(raw);
  return map.objects.length === 0 ? undefined : map;
}

/**
 * Entries come in this order: sources of a unit, its object, then for each function its name and address, and its size with
 * an empty name. A source without a name ends the unit.
 */
function collect({ table, names, count }: RawSymbols): DebugMap {
  const objects: DebugMapObject[] = [];
  const functions: RawFunction[] = [];
  let object: number | undefined;
  for (let i = 0; i < count; i++) {
    const at = i * NLIST_SIZE;
    const kind = table.u8(at + 4);
    if (kind === Stab.Source && isUnnamed(table, names, at)) object = undefined;
    else if (kind === Stab.Object) object = objects.push(objectAt(table, names, at)) - 1;
    else if (kind === Stab.Function && object !== undefined) {
      const value = table.u64(at + 8);
      const last = functions.at(-1);
      if (!isUnnamed(table, names, at)) functions.push({ object, nameAt: table.u32(at), address: value, size: 0 });
      else if (last !== undefined && last.size === 0) last.size = value;
    }
  }
  return new DebugMap(objects, functions, names);
}

interface RawFunction {
  readonly object: number;
  readonly nameAt: number;
  readonly address: number;
  size: number;
}

function isUnnamed(table: Fields, names: Fields, at: number): boolean {
  const nameAt = table.u32(at);
  return nameAt >= names.size || names.bytes[nameAt] === 0;
}

function objectAt(table: Fields, names: Fields, at: number): DebugMapObject {
  const text = isUnnamed(table, names, at) ? '' : names.text(table.u32(at));
  const archived = /^(.*[^/])\(([^()]+)\)$/s.exec(text);
  return { path: archived?.[1] ?? text, member: archived?.[2], modifiedAtS: table.u64(at + 8) };
}

/** Where the debug information of an image's functions is. */
export class DebugMap {
  readonly objects: readonly DebugMapObject[];
  readonly #functions: readonly RawFunction[];
  readonly #names: Fields;

  constructor(objects: readonly DebugMapObject[], functions: readonly RawFunction[], names: Fields) {
    this.objects = objects;
    this.#functions = functions.filter(({ size }) => size > 0).sort((a, b) => a.address - b.address);
    this.#names = names;
  }

  /** How many functions it knows. */
  get size(): number {
    return this.#functions.length;
  }

  /** The i-th function by address. */
  at(i: number): MappedFunction | undefined {
    const found = this.#functions[i];
    const object = found === undefined ? undefined : this.objects[found.object];
    if (found === undefined || object === undefined) return undefined;
    return { object, symbol: this.#names.text(found.nameAt), address: found.address, size: found.size };
  }

  /** The function around an address of the image. */
  find(address: number): MappedFunction | undefined {
    let low = 0;
    let high = this.#functions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#functions[middle]?.address ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.at(low - 1);
    return found !== undefined && address < found.address + found.size ? found : undefined;
  }
}
