import { float64At } from '../../columns/at.ts';
import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import type { SymbolFrame } from '../bytes/symbol-frame.ts';
import type { DebugTables } from './debug-tables.ts';
import type { EntryNames } from './die-names.ts';
import type { EntryStarts } from './entry-starts.ts';
import { type ChainLink, chainsIn } from './inline-chain.ts';
import type { LineRows } from './line-rows.ts';
import type { LoadedUnits, OpenUnit } from './loaded-units.ts';
import { settled } from './paged-section.ts';
import { UnitLines } from './unit-lines.ts';
import type { Unit } from './unit-root.ts';

export interface UnitTools {
  readonly units: LoadedUnits;
  readonly names: EntryNames;
  readonly tables: DebugTables;
  readonly lines: SectionBytes | undefined;
  /** `.debug_info` in errors. */
  readonly infoName: string;
  readonly zeroIsDead: boolean;
  /** Absent unless function starts and discriminators are wanted. */
  readonly starts: EntryStarts | undefined;
  /** Gets the problems that leave the rest usable. */
  readonly report: (problem: SymbolError) => void;
}

/**
 * @param addresses ascending
 * @returns for each its frames, innermost first
 */
export function* framesInUnit(unit: Unit, addresses: Float64Array, tools: UnitTools): Reading<readonly (readonly SymbolFrame[])[]> {
  const open = yield* tools.units.open(unit);
  const chains = (yield* orReported(chainsInUnit(open, addresses, tools), tools)) ?? [];
  const found = yield* orReported(linesOf(open, addresses, tools), tools);
  const frames: SymbolFrame[][] = [];
  for (let at = 0; at < addresses.length; at++) {
    const chain = chains[at] ?? [];
    const composed = (yield* orReported(settledFrames(unit, chain, at, found, tools), tools)) ?? [];
    const { starts } = tools;
    const row = found?.rows.discriminator[at] ?? 0;
    frames.push(starts === undefined ? composed : yield* withStarts(composed, chain, row, starts, tools));
  }
  return frames;
}

interface FoundLines {
  readonly lines: UnitLines;
  readonly rows: LineRows;
}

function* linesOf(
  open: OpenUnit,
  addresses: Float64Array,
  { lines, infoName, tables, zeroIsDead }: UnitTools,
): Reading<FoundLines | undefined> {
  const { unit } = open;
  if (unit.lines === undefined || lines === undefined) return undefined;
  const read = yield* UnitLines.read(open, unit.lines, lines, infoName, tables);
  return { lines: read, rows: read.rows(addresses, zeroIsDead) };
}

/** Empty where no function is. */
function* chainsInUnit(open: OpenUnit, addresses: Float64Array, tools: UnitTools): Reading<readonly (readonly ChainLink[])[]> {
  const { unit, bytes, table } = open;
  const { infoName, zeroIsDead, tables } = tools;
  let functions = yield* tools.units.functionsOf(unit, tools);
  if (addresses.some((address) => functions.entryAt(address) < 0)) functions = yield* tools.units.functionsOf(unit, tools, true);
  const chains: (readonly ChainLink[])[] = addresses.length === 0 ? [] : Array.from(addresses, () => []);
  const byFunction = new Map<number, number[]>();
  for (const [at, address] of addresses.entries()) {
    const entry = functions.entryAt(address);
    if (entry < 0) continue;
    const others = byFunction.get(entry);
    if (others === undefined) byFunction.set(entry, [at]);
    else others.push(at);
  }
  for (const [entry, positions] of byFunction) {
    const inside = Float64Array.from(positions, (at) => float64At(addresses, at));
    const found = yield* settled(() => chainsIn(unit, bytes, entry, inside, table, infoName, zeroIsDead, tables));
    for (const [at, position] of positions.entries()) chains[position] = found[at] ?? [];
  }
  return chains;
}

function* settledFrames(
  unit: Unit,
  chain: readonly ChainLink[],
  at: number,
  found: FoundLines | undefined,
  tools: UnitTools,
): Reading<SymbolFrame[]> {
  return yield* settled(() => composeFrames(unit, chain, at, found, tools.names));
}

function composeFrames(
  { isSplit, isCpp }: Unit,
  chain: readonly ChainLink[],
  at: number,
  found: FoundLines | undefined,
  names: EntryNames,
): SymbolFrame[] {
  const number = found?.rows.file[at] ?? -1;
  let file = number < 0 ? undefined : found?.lines.path(number);
  // A row with an unknown file has no meaning.
  let line = file === undefined ? 0 : (found?.rows.line[at] ?? 0);
  let column = file === undefined ? 0 : (found?.rows.column[at] ?? 0);
  if (chain.length === 0) {
    if (file === undefined) return [];
    return [{ ...frameOf(undefined, file, line, column, false), ...(isSplit ? { isLineOnly: true } : {}) }];
  }
  return chain.map(({ entry, callFile, callLine, callColumn }, depth) => {
    const named = frameOf(names.of(entry), file, line, column, depth < chain.length - 1);
    const frame: SymbolFrame = isCpp && !named.inlined && names.isPlain(entry) ? { ...named, isPlain: true } : named;
    file = found?.lines.path(callFile);
    line = callLine;
    column = callColumn;
    return frame;
  });
}

function frameOf(name: string | undefined, file: string | undefined, line: number, column: number, inlined: boolean): SymbolFrame {
  return {
    ...(name !== undefined && { name }),
    ...(file !== undefined && { file }),
    ...(line > 0 && { line }),
    ...(column > 0 && { column }),
    inlined,
  };
}

function* withStarts(
  frames: readonly SymbolFrame[],
  chain: readonly ChainLink[],
  row: number,
  starts: EntryStarts,
  tools: UnitTools,
): Reading<SymbolFrame[]> {
  const extended: SymbolFrame[] = [];
  let discriminator = row;
  for (const [depth, frame] of frames.entries()) {
    const link = chain[depth];
    const start = link === undefined ? undefined : yield* orReported(starts.of(link.entry), tools);
    extended.push({ ...frame, ...(discriminator > 0 && { discriminator }), ...(start !== undefined && { start }) });
    discriminator = link?.callDiscriminator ?? 0;
  }
  return extended;
}

/** Undefined when the reading fails, which is reported. */
function* orReported<T>(reading: Reading<T>, { report }: UnitTools): Reading<T | undefined> {
  try {
    return yield* reading;
  } catch (error) {
    if (!(error instanceof SymbolError)) throw error;
    report(error);
    return undefined;
  }
}
