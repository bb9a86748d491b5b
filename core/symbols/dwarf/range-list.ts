import type { UnitContext } from './attribute-values.ts';
import type { DebugTables } from './debug-tables.ts';
import { RANGE } from './dwarf-constants.ts';
import { Cursor } from './dwarf-cursor.ts';

/** From here on addresses are tombstones (-1, -2) of removed code. */
const NO_ADDRESS = 2 ** 53;

/** Pairs of begin and end (exclusive). */
export type RangeSink = number[];

/**
 * Appends a range list without empty ranges and removed code (at -1, -2, or 0 if `zeroIsDead`).
 * @param offset in `.debug_rnglists`, before version 5 in `.debug_ranges`
 * @param base the unit's first address
 */
export function readRangeList(
  offset: number,
  unit: UnitContext,
  base: number,
  zeroIsDead: boolean,
  tables: DebugTables,
  out: RangeSink,
): void {
  const limit = unit.addressSize === 4 ? 0xffff_fffe : NO_ADDRESS;
  const least = zeroIsDead ? 1 : 0;
  const cursor = new Cursor().openSection(unit.version < 5 ? tables.ranges : tables.rnglists, offset);
  if (unit.version < 5) readOldList(cursor, unit, base, least, limit, out);
  else readNewList(cursor, unit, base, least, limit, tables, out);
  tables.work.spend(cursor.offset - offset, cursor.name, offset);
}

function readOldList(cursor: Cursor, { addressSize }: UnitContext, unitBase: number, least: number, limit: number, out: RangeSink): void {
  const all = addressSize === 4 ? 0xffff_ffff : -1;
  let base = unitBase;
  for (;;) {
    const begin = cursor.summand(addressSize);
    const end = cursor.summand(addressSize);
    if (begin === 0 && end === 0) return;
    if (begin === all) base = wrapped(end, addressSize);
    else if (base < limit) {
      const [from, to] = [wrapped(base + begin, addressSize), wrapped(base + end, addressSize)];
      if (from < to && from < limit && from >= least) out.push(from, to);
    }
  }
}

/** A sum modulo 2^64 (2^32 for small addresses). Ranges below the unit's first address have offsets that wrap. */
function wrapped(sum: number, addressSize: number): number {
  if (addressSize === 4) return sum % 2 ** 32;
  return sum < 0 ? sum + 2 ** 64 : sum;
}

function readNewList(
  cursor: Cursor,
  unit: UnitContext,
  unitBase: number,
  least: number,
  limit: number,
  tables: DebugTables,
  out: RangeSink,
): void {
  const { addressSize } = unit;
  let base = unitBase;
  for (;;) {
    let begin = 0;
    let end = 0;
    const kind = cursor.u8();
    switch (kind) {
      case RANGE.end:
        return;
      case RANGE.baseX:
        base = tables.address(cursor.uleb(), unit);
        continue;
      case RANGE.base:
        base = cursor.sized(addressSize);
        continue;
      case RANGE.startXEndX:
        begin = tables.address(cursor.uleb(), unit);
        end = tables.address(cursor.uleb(), unit);
        break;
      case RANGE.startXLength:
        begin = tables.address(cursor.uleb(), unit);
        end = begin + cursor.uleb();
        break;
      case RANGE.offsetPair:
        begin = wrapped(base + cursor.ulebSummand(), addressSize);
        end = wrapped(base + cursor.ulebSummand(), addressSize);
        if (base >= limit) begin = limit;
        break;
      case RANGE.startEnd:
        begin = cursor.sized(addressSize);
        end = cursor.sized(addressSize);
        break;
      case RANGE.startLength:
        begin = cursor.sized(addressSize);
        end = begin + cursor.uleb();
        break;
      default:
        throw cursor.malformed('an entry of a range list', `kind ${kind}`);
    }
    if (begin < end && begin < limit && begin >= least) out.push(begin, end);
  }
}
