import { float64At, uint16At, uint32At } from '../../columns/at.ts';
import type { AbbreviationTable } from './abbreviations.ts';
import { isAddress, readNumber } from './attribute-values.ts';
import type { DebugTables } from './debug-tables.ts';
import { ATTRIBUTE } from './dwarf-constants.ts';
import type { Cursor } from './dwarf-cursor.ts';
import { type RangeSink, readRangeList } from './range-list.ts';
import { pushRange, type Unit } from './unit-root.ts';

/** One object reads many functions and inlined calls. */
export class CodeEntry {
  /** Pairs of begin and end. */
  readonly ranges: RangeSink = [];
  callFile = 0;
  callLine = 0;
  callColumn = 0;
  callDiscriminator = 0;

  /** Expects the cursor behind the abbreviation code, leaves it behind the last attribute. */
  read(row: number, cursor: Cursor, table: AbbreviationTable, unit: Unit, zeroIsDead: boolean, tables: DebugTables): void {
    const { attribute, form: forms, implicit } = table;
    this.ranges.length = 0;
    this.callFile = this.callLine = this.callColumn = this.callDiscriminator = 0;
    let low: number | undefined;
    let high: number | undefined;
    let highIsAddress = false;
    let list: number | undefined;
    const end = uint32At(table.first, row + 1);
    for (let at = uint32At(table.first, row); at < end; at++) {
      const form = uint16At(forms, at);
      switch (attribute[at]) {
        case ATTRIBUTE.lowPc:
          low = readNumber(cursor, form, 0, unit, tables);
          break;
        case ATTRIBUTE.highPc:
          high = readNumber(cursor, form, float64At(implicit, at), unit, tables);
          highIsAddress = isAddress(form);
          break;
        case ATTRIBUTE.ranges:
          list = readNumber(cursor, form, 0, unit, tables);
          break;
        case ATTRIBUTE.callFile:
          this.callFile = readNumber(cursor, form, float64At(implicit, at), unit, tables) ?? 0;
          break;
        case ATTRIBUTE.callLine:
          this.callLine = readNumber(cursor, form, float64At(implicit, at), unit, tables) ?? 0;
          break;
        case ATTRIBUTE.callColumn:
          this.callColumn = readNumber(cursor, form, float64At(implicit, at), unit, tables) ?? 0;
          break;
        case ATTRIBUTE.gnuDiscriminator:
          this.callDiscriminator = readNumber(cursor, form, float64At(implicit, at), unit, tables) ?? 0;
          break;
        default:
          table.skipAttribute(at, cursor);
      }
    }
    // With both, low_pc is only the entry point.
    if (low !== undefined && high !== undefined)
      pushRange(low, highIsAddress ? high : low + high, unit.addressSize, zeroIsDead, this.ranges);
    else if (list !== undefined) readRangeList(list, unit, unit.base, zeroIsDead, tables, this.ranges);
  }
}
