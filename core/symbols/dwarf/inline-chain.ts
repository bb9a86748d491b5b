import { float64At, int32At, numberAt } from '../../columns/at.ts';
import { firstAtLeast } from '../../columns/sorted.ts';
import { byteOrZero } from '../bytes/fields.ts';
import { type AbbreviationTable, KIND } from './abbreviations.ts';
import { CodeEntry } from './code-entry.ts';
import type { DebugTables } from './debug-tables.ts';
import { Cursor } from './dwarf-cursor.ts';
import { rowOf, siblingOf } from './entry-walk.ts';
import type { Unit } from './unit-root.ts';

/** No program nests deeper. */
const DEEPEST = 4_096;
/** Inlined calls at one address; more are a hostile file's. */
const LONGEST_CHAIN = 512;

/** From the innermost to the called function. */
export interface ChainLink {
  /** Offset in `.debug_info`. */
  readonly entry: number;
  /** In the next outer function; 0 for the called one. */
  readonly callFile: number;
  readonly callLine: number;
  readonly callColumn: number;
  readonly callDiscriminator: number;
}

/**
 * @param bytes the unit, from its header on
 * @param entry the function's entry: index in `bytes`
 * @param addresses inside the function, ascending
 * @returns one chain for each, innermost first
 */
export function chainsIn(
  unit: Unit,
  bytes: Uint8Array,
  entry: number,
  addresses: Float64Array,
  table: AbbreviationTable,
  sectionName: string,
  zeroIsDead: boolean,
  tables: DebugTables,
): readonly (readonly ChainLink[])[] {
  const { kind, hasChildren, hasSibling, hasCode } = table;
  const end = bytes.length;
  const first = float64At(addresses, 0);
  const last = float64At(addresses, addresses.length - 1);
  const links: ChainLink[] = [{ entry: unit.offset + entry, callFile: 0, callLine: 0, callColumn: 0, callDiscriminator: 0 }];
  /** The next outer row in `links`; -1 around called functions. */
  const parents: number[] = [-1];
  /** For each address the last row that holds it. */
  const innermost = new Int32Array(addresses.length);
  /** Indexed by depth. */
  const around = new Int32Array(DEEPEST);
  const cursor = new Cursor().open(bytes, 0, end, unit.offset, sectionName);
  const codeEntry = new CodeEntry();
  let depth = 0;
  let at = entry;
  while (at < end) {
    const begin = at;
    let code = byteOrZero(bytes, at++);
    if (code === 0) {
      if (--depth <= 0) break;
      continue;
    }
    if (code >= 0x80) {
      cursor.at = begin;
      code = cursor.uleb();
      at = cursor.at;
    }
    const row = rowOf(code, begin, table, cursor);
    const what = kind[row] ?? KIND.other;
    const isParent = hasChildren[row] !== 0;
    let inside = depth === 0 ? 0 : int32At(around, depth);
    if (depth > 0 && (what === KIND.inlined || what === KIND.subprogram)) {
      if (hasCode[row] !== 0 || what === KIND.inlined) {
        cursor.at = at;
        codeEntry.read(row, cursor, table, unit, zeroIsDead, tables);
        at = cursor.at;
        const { callFile, callLine, callColumn, callDiscriminator } = codeEntry;
        parents.push(what === KIND.inlined ? inside : -1);
        inside = links.push({ entry: unit.offset + begin, callFile, callLine, callColumn, callDiscriminator }) - 1;
        markInside(codeEntry.ranges, addresses, first, last, inside, innermost);
      } else if (isParent && hasSibling[row] !== 0) {
        at = siblingOf(row, at, table, cursor);
        continue;
      } else at = behindAttributes(row, at, table, cursor);
    } else if (depth > 0 && isParent && what === KIND.other && hasSibling[row] !== 0) {
      at = siblingOf(row, at, table, cursor);
      continue;
    } else at = behindAttributes(row, at, table, cursor);
    if (!isParent) {
      if (depth === 0) break;
      continue;
    }
    if (++depth === DEEPEST) throw cursor.malformed(`entries nested less than ${DEEPEST} deep`, 'deeper ones');
    around[depth] = inside;
  }
  tables.work.spend(Math.min(at, end) - entry, sectionName, unit.offset + entry);
  if (at > end) {
    cursor.at = end;
    throw cursor.malformed('the rest of an entry', `the unit's end at 0x${unit.end.toString(16)}`);
  }
  return Array.from(innermost, (row) => chainFrom(row, links, parents));
}

function behindAttributes(row: number, at: number, table: AbbreviationTable, cursor: Cursor): number {
  const size = table.fixedSize[row] ?? -1;
  if (size >= 0) return at + size;
  cursor.at = at;
  table.skipAttributes(row, cursor);
  return cursor.at;
}

/** Later entries win, as with llvm: they are further in. */
function markInside(
  ranges: readonly number[],
  addresses: Float64Array,
  first: number,
  last: number,
  row: number,
  innermost: Int32Array,
): void {
  for (let pair = 0; pair < ranges.length; pair += 2) {
    const begin = numberAt(ranges, pair);
    const end = numberAt(ranges, pair + 1);
    if (end <= first || begin > last) continue;
    for (let at = firstAtLeast(addresses, begin); at < addresses.length && float64At(addresses, at) < end; at++) innermost[at] = row;
  }
}

function chainFrom(innermost: number, links: readonly ChainLink[], parents: readonly number[]): readonly ChainLink[] {
  const chain: ChainLink[] = [];
  for (let row = innermost; row >= 0 && chain.length < LONGEST_CHAIN; row = parents[row] ?? -1) {
    const link = links[row];
    if (link !== undefined) chain.push(link);
  }
  return chain;
}
