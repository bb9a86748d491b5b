import { float64At, numberAt } from '../../columns/at.ts';
import { firstAtLeast } from '../../columns/sorted.ts';
import type { DwarfSections, Reading, SectionBytes } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import type { SymbolFrame } from '../bytes/symbol-frame.ts';
import { DebugTables } from './debug-tables.ts';
import { EntryNames } from './die-names.ts';
import { EntryStarts } from './entry-starts.ts';
import { LoadedUnits } from './loaded-units.ts';
import { framesInUnit, type UnitTools } from './unit-frames.ts';
import { type FoundUnit, UnitIndex } from './unit-index.ts';
import type { Unit } from './unit-root.ts';

interface DwarfOptions {
  /** Code can lie at address 0, as in object files. In linked images address 0 means removed code. */
  readonly codeAtZero?: boolean;
  /** Also tells function starts and discriminators; each entry is then read twice. */
  readonly withStarts?: boolean;
}

interface LeftOut {
  /** Functions are in `.dwo` files (`-gsplit-dwarf`), lines here. */
  readonly splitUnits: number;
  /** They describe only types; nothing is lost. */
  readonly typeUnits: number;
  /** Names lie in a second file of dwz. */
  readonly supplementary: boolean;
}

const MOST_PROBLEMS = 100;

export class DwarfReader {
  /** At most 100, in order. Their addresses lack names or lines. */
  readonly problems: SymbolError[] = [];
  readonly #info: SectionBytes;
  readonly #index: UnitIndex;
  readonly #units: LoadedUnits;
  readonly #tools: UnitTools;
  readonly #tables: DebugTables;
  #unplacedRead = 0;

  constructor(sections: DwarfSections, options: DwarfOptions = {}) {
    const zeroIsDead = options.codeAtZero !== true;
    const info = sections.get('info') ?? emptySection;
    this.#info = info;
    const tables = new DebugTables(sections);
    this.#tables = tables;
    this.#index = new UnitIndex(info, tables, zeroIsDead);
    this.#units = new LoadedUnits(info, this.#index);
    const names = new EntryNames((offset) => this.#units.holding(offset), tables, info.name);
    const report = (problem: SymbolError): void => this.#report(problem);
    const common = { units: this.#units, tables, lines: sections.get('line'), infoName: info.name };
    const starts = options.withStarts === true ? new EntryStarts(common) : undefined;
    this.#tools = { ...common, names, zeroIsDead, starts, report };
  }

  get leftOut(): LeftOut {
    const splitUnits = this.#index.units.filter(({ isSplit }) => isSplit).length;
    return { splitUnits, typeUnits: this.#index.typeUnits, supplementary: this.#tools.names.supplementary };
  }

  /**
   * Finds functions and lines at addresses (as linked). Many at once are cheaper: each unit is walked once. Damage is reported in
   * `problems`.
   * @returns for each address its frames, innermost first
   */
  *resolveAll(addresses: ArrayLike<number>): Reading<readonly (readonly SymbolFrame[])[]> {
    this.#tables.work.renew();
    const wanted = Float64Array.from(new Set(Array.from(addresses))).sort();
    const frames: (readonly SymbolFrame[])[] = Array.from(wanted, () => none);
    const from = new Int32Array(wanted.length).fill(-1);
    if (!this.#index.complete) yield* this.#tables.preload(this.#info, this.#tools.lines);
    // New units are asked at once: in a packed section the later ones are not unpacked yet.
    while (!this.#index.complete) {
      const found = yield* this.#nextUnit();
      if (found !== undefined) yield* this.#resolve(found.unit, unresolvedIn(found.ranges, wanted, from), wanted, frames, from);
    }
    yield* this.#placeUnplaced(wanted, from);
    const byUnit = new Map<number, number[]>();
    for (let at = 0; at < wanted.length; at++) {
      const unit = this.#index.ranges.unitAt(float64At(wanted, at));
      if (unit < 0 || unit === from[at]) continue;
      const others = byUnit.get(unit);
      if (others === undefined) byUnit.set(unit, [at]);
      else others.push(at);
    }
    for (const [number, positions] of [...byUnit].sort(([a], [b]) => a - b)) {
      const unit = this.#index.units[number];
      if (unit !== undefined) yield* this.#resolve(unit, positions, wanted, frames, from);
    }
    const position = new Map(Array.from(wanted, (address, at) => [address, at]));
    return Array.from(addresses, (address) => frames[position.get(address) ?? -1] ?? none);
  }

  /** @param positions in `wanted`, ascending */
  *#resolve(
    unit: Unit,
    positions: readonly number[],
    wanted: Float64Array,
    frames: (readonly SymbolFrame[])[],
    from: Int32Array,
  ): Reading<void> {
    if (positions.length === 0) return;
    const addresses = Float64Array.from(positions, (at) => float64At(wanted, at));
    try {
      const found = yield* framesInUnit(unit, addresses, this.#tools);
      for (const [at, position] of positions.entries()) {
        frames[position] = found[at] ?? none;
        from[position] = unit.index;
      }
    } catch (error) {
      if (!(error instanceof SymbolError)) throw error;
      this.#report(error);
    }
    this.#units.trim();
    this.#tables.trim();
  }

  *#nextUnit(): Reading<FoundUnit | undefined> {
    try {
      return yield* this.#index.next();
    } catch (error) {
      if (!(error instanceof SymbolError)) throw error;
      this.#report(error);
      return undefined;
    }
  }

  /** A unit without addresses needs all its functions read, so these come last, and once. */
  *#placeUnplaced(wanted: Float64Array, from: Int32Array): Reading<void> {
    const { unplaced, ranges } = this.#index;
    if (this.#unplacedRead === unplaced.length || wanted.every((_, at) => from[at] !== -1)) return;
    for (; this.#unplacedRead < unplaced.length; this.#unplacedRead++) {
      const unit = unplaced[this.#unplacedRead];
      if (unit === undefined) continue;
      try {
        const { begins, ends } = yield* this.#tools.units.functionsOf(unit, this.#tools);
        const pairs: number[] = [];
        for (let at = 0; at < begins.length; at++) pairs.push(float64At(begins, at), float64At(ends, at));
        ranges.add(pairs, unit.index);
      } catch (error) {
        if (!(error instanceof SymbolError)) throw error;
        this.#report(error);
      }
      this.#units.trim();
    }
  }

  #report(problem: SymbolError): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }
}

/** Positions of addresses in a unit's ranges without frames, ascending. */
function unresolvedIn(ranges: readonly number[], wanted: Float64Array, from: Int32Array): number[] {
  const positions: number[] = [];
  // Ranges may overlap. Sorted by begin, each address is checked once.
  let at = 0;
  for (const pair of pairsInOrder(ranges)) {
    const end = numberAt(ranges, pair + 1);
    if (float64At(wanted, at) < numberAt(ranges, pair)) at = Math.max(at, firstAtLeast(wanted, numberAt(ranges, pair)));
    for (; at < wanted.length && float64At(wanted, at) < end; at++) {
      if (from[at] === -1) positions.push(at);
    }
    if (at === wanted.length) break;
  }
  return positions;
}

function pairsInOrder(ranges: readonly number[]): readonly number[] {
  const pairs: number[] = [];
  let isSorted = true;
  for (let pair = 0; pair < ranges.length; pair += 2) {
    isSorted &&= pair === 0 || numberAt(ranges, pair - 2) <= numberAt(ranges, pair);
    pairs.push(pair);
  }
  return isSorted ? pairs : pairs.sort((a, b) => numberAt(ranges, a) - numberAt(ranges, b));
}

const none: readonly SymbolFrame[] = [];

const emptySection: SectionBytes = {
  name: '.debug_info',
  size: 0,
  // biome-ignore lint/correctness/useYield: nothing has to be asked for
  *read() {
    return new Uint8Array(0);
  },
};
