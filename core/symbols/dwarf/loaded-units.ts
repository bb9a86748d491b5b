import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import type { DebugTables } from './debug-tables.ts';
import type { LoadedUnit } from './die-names.ts';
import { type FunctionIndex, indexFunctions } from './function-index.ts';
import { MissingBytes, settled } from './paged-section.ts';
import type { UnitIndex } from './unit-index.ts';
import type { Unit } from './unit-root.ts';

export interface OpenUnit extends LoadedUnit {
  functions?: FunctionIndex;
  /** `functions` holds those inside other entries, too. */
  thorough?: boolean;
}

interface FunctionTools {
  readonly infoName: string;
  readonly zeroIsDead: boolean;
  readonly tables: DebugTables;
}

const KEPT_BYTES = 64 << 20;

/** Up to a number of bytes. */
export class LoadedUnits {
  readonly #info: SectionBytes;
  readonly #index: UnitIndex;
  readonly #open = new Map<number, OpenUnit>();
  #bytes = 0;

  constructor(info: SectionBytes, index: UnitIndex) {
    this.#info = info;
    this.#index = index;
  }

  *open(unit: Unit): Reading<OpenUnit> {
    const known = this.#open.get(unit.index);
    if (known !== undefined) {
      this.#open.delete(unit.index);
      this.#open.set(unit.index, known);
      return known;
    }
    const bytes = yield* this.#info.read(unit.offset, unit.end - unit.offset);
    const table = yield* settled(() => this.#index.abbreviations(unit.abbreviations, unit));
    const opened: OpenUnit = { unit, bytes, table };
    this.#open.set(unit.index, opened);
    this.#bytes += bytes.length;
    return opened;
  }

  /** @param thorough also those inside other functions and types */
  *functionsOf(unit: Unit, { infoName, zeroIsDead, tables }: FunctionTools, thorough = false): Reading<FunctionIndex> {
    const open = yield* this.open(unit);
    if (open.functions !== undefined && (open.thorough === true || !thorough)) return open.functions;
    const { bytes, table } = open;
    open.functions = yield* settled(() => indexFunctions(unit, bytes, table, infoName, thorough, zeroIsDead, tables));
    open.thorough = thorough;
    return open.functions;
  }

  /** @throws MissingBytes until the unit at that offset of `.debug_info` is loaded */
  holding(offset: number): LoadedUnit | undefined {
    const unit = this.#index.unitHolding(offset);
    if (unit === undefined) {
      const index = this.#index;
      if (index.complete || !(offset < this.#info.size)) return undefined;
      throw new MissingBytes(function* () {
        yield* index.next();
      });
    }
    const known = this.#open.get(unit.index);
    if (known !== undefined) return known;
    const open = (): Reading<OpenUnit> => this.open(unit);
    throw new MissingBytes(function* () {
      yield* open();
    });
  }

  /** Longest unused. Only between steps: a step may need several. */
  trim(): void {
    for (const [index, { bytes }] of this.#open) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#open.delete(index);
      this.#bytes -= bytes.length;
    }
  }
}
