import { float64At, numberAt, uint32At } from '../../columns/at.ts';
import { lastUpTo } from '../../columns/sorted.ts';
import { byteOrZero } from '../bytes/fields.ts';
import { type AbbreviationTable, KIND } from './abbreviations.ts';
import { CodeEntry } from './code-entry.ts';
import type { DebugTables } from './debug-tables.ts';
import { Cursor } from './dwarf-cursor.ts';
import { rowOf, siblingOf } from './entry-walk.ts';
import type { Unit } from './unit-root.ts';

/** Ranges checked around one address; more than two are rare. */
const MOST_OVERLAPS = 1_024;

/** The functions of one unit by address, in 24 bytes each. */
export class FunctionIndex {
  readonly begins: Float64Array;
  readonly ends: Float64Array;
  /** Index from the unit's begin. */
  readonly #entries: Uint32Array;
  /** The highest end of this range and all before it: how far back to search. */
  readonly #reach: Float64Array;

  /** @param found begin, end, entry of each in a row */
  constructor(found: readonly number[]) {
    const count = found.length / 3;
    const order = orderOf(found, count);
    this.begins = new Float64Array(count);
    this.ends = new Float64Array(count);
    this.#entries = new Uint32Array(count);
    this.#reach = new Float64Array(count);
    let highest = 0;
    for (let at = 0; at < count; at++) {
      const from = (order === undefined ? at : uint32At(order, at)) * 3;
      const end = numberAt(found, from + 1);
      if (end > highest) highest = end;
      this.begins[at] = numberAt(found, from);
      this.ends[at] = end;
      this.#entries[at] = numberAt(found, from + 2);
      this.#reach[at] = highest;
    }
  }

  /** The entry of the function at an address; of several the last, as with llvm. -1 when there is none. */
  entryAt(address: number): number {
    const nearest = lastUpTo(this.begins, address);
    let last = -1;
    const least = Math.max(0, nearest + 1 - MOST_OVERLAPS);
    for (let at = nearest; at >= least && float64At(this.#reach, at) > address; at--) {
      if (float64At(this.ends, at) > address) last = Math.max(last, this.#entries[at] ?? -1);
    }
    return last;
  }
}

/** Undefined when the rows are in order already, as most compilers write them. */
function orderOf(found: readonly number[], count: number): Uint32Array | undefined {
  let isSorted = true;
  for (let at = 3; at < count * 3 && isSorted; at += 3) isSorted = numberAt(found, at - 3) <= numberAt(found, at);
  if (isSorted) return undefined;
  const order = new Uint32Array(count);
  for (let at = 0; at < count; at++) order[at] = at;
  return order.sort((a, b) => numberAt(found, a * 3) - numberAt(found, b * 3) || a - b);
}

/**
 * @param bytes the unit, from its header on
 * @param thorough also inside functions and types, where code is rare; takes up to three times as long
 */
export function indexFunctions(
  unit: Unit,
  bytes: Uint8Array,
  table: AbbreviationTable,
  sectionName: string,
  thorough: boolean,
  zeroIsDead: boolean,
  tables: DebugTables,
): FunctionIndex {
  const { kind, hasChildren, hasSibling, hasCode, fixedSize } = table;
  const end = bytes.length;
  const found: number[] = [];
  tables.work.spend(end, sectionName, unit.offset);
  const cursor = new Cursor().open(bytes, 0, end, unit.offset, sectionName);
  const codeEntry = new CodeEntry();
  let depth = 0;
  let at = unit.root - unit.offset;
  while (at < end) {
    const entry = at;
    let code = byteOrZero(bytes, at++);
    if (code === 0) {
      if (--depth <= 0) break;
      continue;
    }
    if (code >= 0x80) {
      cursor.at = entry;
      code = cursor.uleb();
      at = cursor.at;
    }
    const row = rowOf(code, entry, table, cursor);
    const isFunction = kind[row] === KIND.subprogram && hasCode[row] !== 0;
    const isParent = hasChildren[row] !== 0;
    if (isFunction) {
      cursor.at = at;
      codeEntry.read(row, cursor, table, unit, zeroIsDead, tables);
      const { ranges } = codeEntry;
      for (let pair = 0; pair < ranges.length; pair += 2) found.push(ranges[pair] ?? 0, ranges[pair + 1] ?? 0, entry);
    }
    if (isParent && !thorough && hasSibling[row] !== 0 && kind[row] !== KIND.scope) {
      at = siblingOf(row, at, table, cursor);
      continue;
    }
    const size = fixedSize[row] ?? -1;
    if (isFunction) at = cursor.at;
    else if (size >= 0) at += size;
    else {
      cursor.at = at;
      table.skipAttributes(row, cursor);
      at = cursor.at;
    }
    if (isParent) depth++;
    else if (depth === 0) break;
  }
  if (at > end) {
    cursor.at = end;
    throw cursor.malformed('the rest of an entry', `the unit's end at 0x${unit.end.toString(16)}`);
  }
  return new FunctionIndex(found);
}
