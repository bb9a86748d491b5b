import { uint16At, uint32At } from '../../columns/at.ts';
import type { AbbreviationTable } from './abbreviations.ts';
import { readNumber, readText } from './attribute-values.ts';
import type { DebugTables } from './debug-tables.ts';
import { ATTRIBUTE } from './dwarf-constants.ts';
import { Cursor } from './dwarf-cursor.ts';
import { isSupplementary } from './encoding.ts';
import { rowOf } from './entry-walk.ts';
import type { Unit } from './unit-root.ts';

export interface LoadedUnit {
  readonly unit: Unit;
  /** From the unit's header on. */
  readonly bytes: Uint8Array;
  readonly table: AbbreviationTable;
}

/** Entries read for one name. Circles of references end earlier. */
const MOST_ENTRIES = 64;
/** All are forgotten beyond it. */
const MOST_NAMES = 200_000;

interface NamedEntry {
  readonly linkage: string | undefined;
  readonly name: string | undefined;
  /** Offsets of the entries that this one completes. The last is read first. */
  readonly references: readonly number[];
}

export class EntryNames {
  /** A name or reference lies in a second file (dwz, or DWARF 5's supplementary file). */
  supplementary = false;
  readonly #load: (offset: number) => LoadedUnit | undefined;
  readonly #tables: DebugTables;
  readonly #sectionName: string;
  readonly #names = new Map<number, string | undefined>();
  /** Entries without a linkage name. */
  readonly #plain = new Set<number>();
  readonly #cursor = new Cursor();

  /** @param load gives the unit that holds an offset of `.debug_info`, or throws MissingBytes */
  constructor(load: (offset: number) => LoadedUnit | undefined, tables: DebugTables, sectionName: string) {
    this.#load = load;
    this.#tables = tables;
    this.#sectionName = sectionName;
  }

  /** The linkage name, else the plain name: of the entry or of those it completes (abstract origin, specification). */
  of(entry: number): string | undefined {
    const known = this.#names.get(entry);
    if (known !== undefined || this.#names.has(entry)) return known;
    const name = this.#find(entry);
    if (this.#names.size >= MOST_NAMES) {
      this.#names.clear();
      this.#plain.clear();
    }
    if (name?.isPlain === true) this.#plain.add(entry);
    this.#names.set(entry, name?.text);
    return name?.text;
  }

  /** True if `of` gave a plain name, which lacks its scope. */
  isPlain(entry: number): boolean {
    return this.#plain.has(entry);
  }

  #find(entry: number): { readonly text: string; readonly isPlain: boolean } | undefined {
    const seen = new Set<number>([entry]);
    const left = [entry];
    let plain: string | undefined;
    for (let offset = left.pop(); offset !== undefined; offset = left.pop()) {
      const { linkage, name, references } = this.#read(offset);
      if (linkage !== undefined) return { text: linkage, isPlain: false };
      plain ??= name;
      for (const reference of references) {
        if (seen.has(reference) || seen.size >= MOST_ENTRIES) continue;
        seen.add(reference);
        left.push(reference);
      }
    }
    return plain === undefined ? undefined : { text: plain, isPlain: true };
  }

  #read(offset: number): NamedEntry {
    const loaded = this.#load(offset);
    const cursor = this.#cursor;
    if (loaded === undefined) {
      cursor.open(new Uint8Array(0), 0, 0, offset, this.#sectionName);
      throw cursor.malformed('an entry inside a unit', 'none');
    }
    const { unit, bytes, table } = loaded;
    cursor.open(bytes, offset - unit.offset, bytes.length, unit.offset, this.#sectionName);
    const code = cursor.uleb();
    if (code === 0) throw cursor.malformed('an entry', 'the end of a list of entries');
    const row = rowOf(code, offset - unit.offset, table, cursor);
    let linkage: string | undefined;
    let name: string | undefined;
    let origin: number | undefined;
    let specification: number | undefined;
    const end = uint32At(table.first, row + 1);
    for (let at = uint32At(table.first, row); at < end; at++) {
      const form = uint16At(table.form, at);
      if (isSupplementary(form)) this.supplementary = true;
      switch (table.attribute[at]) {
        case ATTRIBUTE.linkageName:
        case ATTRIBUTE.mipsLinkageName:
          linkage = readText(cursor, form, unit, this.#tables) ?? linkage;
          break;
        case ATTRIBUTE.name:
          name = readText(cursor, form, unit, this.#tables);
          break;
        case ATTRIBUTE.abstractOrigin:
          origin = readNumber(cursor, form, 0, unit, this.#tables);
          break;
        case ATTRIBUTE.specification:
          specification = readNumber(cursor, form, 0, unit, this.#tables);
          break;
        default:
          table.skipAttribute(at, cursor);
      }
    }
    return { linkage, name, references: [origin, specification].filter((reference) => reference !== undefined) };
  }
}
