import { firstMatching } from '../../columns/sorted.ts';
import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { AbbreviationLists } from './abbreviation-lists.ts';
import { AbbreviationTable } from './abbreviations.ts';
import type { DebugTables } from './debug-tables.ts';
import { UNIT } from './dwarf-constants.ts';
import { Cursor } from './dwarf-cursor.ts';
import { type Encoding, encodingKey } from './encoding.ts';
import { settled } from './paged-section.ts';
import type { RangeSink } from './range-list.ts';
import { LONGEST_UNIT_HEADER, readUnitHeader, type UnitHeader } from './unit.ts';
import { UnitRanges } from './unit-ranges.ts';
import { readUnitRoot, type Unit } from './unit-root.ts';

/** Longer roots are rare. */
const ROOT_BYTES = 2_048;
const MOST_UNITS = 1 << 20;
const KEPT_TABLES = 256;

export interface FoundUnit {
  readonly unit: Unit;
  readonly ranges: RangeSink;
}

/** In the order of `.debug_info`, read as far as needed. */
export class UnitIndex {
  readonly units: Unit[] = [];
  readonly ranges = new UnitRanges();
  /** Their root has children but no addresses: only their functions have them. */
  readonly unplaced: Unit[] = [];
  /** They describe only types and are skipped. */
  typeUnits = 0;
  complete = false;
  readonly #info: SectionBytes;
  readonly #tables: DebugTables;
  readonly #zeroIsDead: boolean;
  readonly #abbreviations = new Map<number, AbbreviationTable>();
  readonly #lists = new AbbreviationLists();
  #next = 0;

  constructor(info: SectionBytes, tables: DebugTables, zeroIsDead: boolean) {
    this.#info = info;
    this.#tables = tables;
    this.#zeroIsDead = zeroIsDead;
  }

  /**
   * @returns undefined for a skipped unit, and at the end (`complete`)
   * @throws SymbolError; the unit is skipped, or the index complete if its length is unknown
   */
  *next(): Reading<FoundUnit | undefined> {
    const info = this.#info;
    const offset = this.#next;
    if (offset >= info.size || this.units.length >= MOST_UNITS) {
      this.complete = true;
      return undefined;
    }
    // Without a length there is no next unit; unreadable bytes stay so.
    this.#next = info.size;
    const bytes = yield* info.read(offset, Math.min(ROOT_BYTES, info.size - offset));
    const header = this.#header(bytes, offset);
    if (header.type === UNIT.type || header.type === UNIT.splitType) {
      this.typeUnits++;
      return undefined;
    }
    const ranges: RangeSink = [];
    const unit = yield* this.#root(header, bytes, ranges);
    this.units.push(unit);
    if (ranges.length > 0) this.ranges.add(ranges, unit.index);
    else this.unplaced.push(unit);
    return { unit, ranges };
  }

  /** Only of the units read so far. */
  unitHolding(offset: number): Unit | undefined {
    const unit = this.units[firstMatching(this.units, (each) => each.offset > offset) - 1];
    return unit !== undefined && offset < unit.end ? unit : undefined;
  }

  /** @throws MissingBytes */
  abbreviations(offset: number, encoding: Encoding): AbbreviationTable {
    const key = offset * 256 + encodingKey(encoding);
    let table = this.#abbreviations.get(key);
    if (table === undefined) {
      const cursor = new Cursor().openSection(this.#tables.abbrev, offset);
      table = new AbbreviationTable(cursor, encoding, this.#lists);
      this.#tables.work.spend(cursor.offset - offset, cursor.name, offset);
      const oldest = this.#abbreviations.keys().next();
      if (this.#abbreviations.size >= KEPT_TABLES && oldest.done === false) this.#abbreviations.delete(oldest.value);
      this.#abbreviations.set(key, table);
    }
    return table;
  }

  #header(bytes: Uint8Array, offset: number): UnitHeader {
    const cursor = new Cursor().open(bytes, 0, Math.min(bytes.length, LONGEST_UNIT_HEADER), offset, this.#info.name);
    try {
      const header = readUnitHeader(cursor, this.#info.size);
      this.#next = header.end;
      return header;
    } catch (error) {
      const end = error instanceof SymbolError && error.reason === 'unsupported' ? lengthAt(bytes, offset) : undefined;
      if (end !== undefined && end > offset && end <= this.#info.size) this.#next = end;
      throw error;
    }
  }

  *#root(header: UnitHeader, begin: Uint8Array, ranges: RangeSink): Reading<Unit> {
    const size = header.end - header.offset;
    const some = begin.subarray(0, Math.min(size, begin.length));
    try {
      return yield* settled(() => this.#readRoot(header, some, ranges));
    } catch (error) {
      if (!(error instanceof SymbolError) || some.length === size) throw error;
    }
    const all = yield* this.#info.read(header.offset, size);
    return yield* settled(() => this.#readRoot(header, all, ranges));
  }

  #readRoot(header: UnitHeader, bytes: Uint8Array, ranges: RangeSink): Unit {
    ranges.length = 0;
    const cursor = new Cursor().open(bytes, header.root - header.offset, bytes.length, header.offset, this.#info.name);
    const start = cursor.at;
    const code = cursor.uleb();
    cursor.at = start;
    const abbreviations = new Cursor().openSection(this.#tables.abbrev, header.abbreviations);
    const table = new AbbreviationTable(abbreviations, header, this.#lists, code);
    this.#tables.work.spend(abbreviations.offset - header.abbreviations, abbreviations.name, header.abbreviations);
    return readUnitRoot(header, this.units.length, cursor, table, this.#zeroIsDead, this.#tables, ranges);
  }
}

/** The end of a unit of unknown version. */
function lengthAt(bytes: Uint8Array, offset: number): number | undefined {
  if (bytes.length < 4) return undefined;
  const length = new Cursor().open(bytes, 0, 4, offset, '').u32();
  return length < 0xffff_fff0 ? offset + 4 + length : undefined;
}
