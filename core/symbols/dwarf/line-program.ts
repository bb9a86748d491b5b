import { float64At, int32At, uint8At, uint32At } from '../../columns/at.ts';
import { firstAtLeast } from '../../columns/sorted.ts';
import { byteOrZero } from '../bytes/fields.ts';
import { Cursor } from './dwarf-cursor.ts';
import { type LineHeader, readOldFile } from './line-header.ts';

const STANDARD = {
  copy: 1,
  advancePc: 2,
  advanceLine: 3,
  setFile: 4,
  setColumn: 5,
  negateStatement: 6,
  basicBlock: 7,
  constAddPc: 8,
  fixedAdvancePc: 9,
  prologueEnd: 10,
  epilogueBegin: 11,
} as const;

const EXTENDED = { endSequence: 1, setAddress: 2, defineFile: 3, setDiscriminator: 4 } as const;

/** Rows for some addresses, as columns. `file` is -1 where there is none. */
export class LineRows {
  readonly file: Int32Array;
  readonly line: Uint32Array;
  readonly column: Uint32Array;
  readonly discriminator: Uint32Array;
  /** End of the row's sequence. Of overlapping ones the first to end counts, as with llvm. */
  readonly sequenceEnd: Float64Array;

  constructor(count: number) {
    this.file = new Int32Array(count).fill(-1);
    this.line = new Uint32Array(count);
    this.column = new Uint32Array(count);
    this.discriminator = new Uint32Array(count);
    this.sequenceEnd = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  }
}

/**
 * Runs a line program once for some addresses. An address has the last row that isn't behind it.
 * @param bytes the whole line program
 * @param addresses ascending
 */
export function findRows(
  header: LineHeader,
  bytes: Uint8Array,
  offset: number,
  name: string,
  addresses: Float64Array,
  zeroIsDead: boolean,
): LineRows {
  const { minimumInstruction, maximumOperations, lineBase, lineRange, opcodeBase, argumentCounts, addressSize } = header;
  const count = addresses.length;
  const rows = new LineRows(count);
  const pending = new LineRows(count);
  const end = bytes.length;
  const scaled = maximumOperations > 1;
  const constAdvance = lineRange === 0 ? 0 : Math.floor((255 - opcodeBase) / lineRange);
  const limit = addressSize === 4 ? 0xffff_fffe : 2 ** 53;
  const cursor = new Cursor().open(bytes, header.program, end, offset, name);

  let address = 0;
  let operation = 0;
  let file = 1;
  let line = 1;
  let column = 0;
  let discriminator = 0;
  // The row before, and the next address of this sequence.
  let beforeFile = 0;
  let beforeLine = 0;
  let beforeColumn = 0;
  let beforeDiscriminator = 0;
  let isFirst = true;
  let from = 0;
  let next = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let at = header.program;

  while (at < end) {
    const opcode = byteOrZero(bytes, at++);
    let endsSequence = false;
    if (opcode >= opcodeBase) {
      const adjusted = opcode - opcodeBase;
      if (lineRange !== 0) {
        const advance = (adjusted / lineRange) | 0;
        line += lineBase + adjusted - advance * lineRange;
        if (scaled) {
          address += minimumInstruction * Math.floor((operation + advance) / maximumOperations);
          operation = (operation + advance) % maximumOperations;
        } else address += minimumInstruction * advance;
      } else line += lineBase;
    } else if (opcode === STANDARD.advancePc) {
      let advance = byteOrZero(bytes, at);
      if (advance < 0x80) at++;
      else {
        advance = longNumber(cursor, at);
        at = cursor.at;
      }
      if (scaled) {
        address += minimumInstruction * Math.floor((operation + advance) / maximumOperations);
        operation = (operation + advance) % maximumOperations;
      } else address += minimumInstruction * advance;
      continue;
    } else if (opcode === STANDARD.advanceLine) {
      const byte = byteOrZero(bytes, at);
      if (byte < 0x80) {
        at++;
        line += (byte << 25) >> 25;
      } else {
        cursor.at = at;
        line += cursor.sleb();
        at = cursor.at;
      }
      continue;
    } else if (opcode === STANDARD.setColumn) {
      column = byteOrZero(bytes, at);
      if (column < 0x80) at++;
      else {
        column = longNumber(cursor, at);
        at = cursor.at;
      }
      continue;
    } else if (opcode === STANDARD.setFile) {
      file = byteOrZero(bytes, at);
      if (file < 0x80) at++;
      else {
        file = longNumber(cursor, at);
        at = cursor.at;
      }
      continue;
    } else if (opcode === 0) {
      let length = byteOrZero(bytes, at);
      if (length < 0x80) at++;
      else {
        length = longNumber(cursor, at);
        at = cursor.at;
      }
      const behind = at + length;
      if (length === 0) continue;
      if (behind > end) {
        cursor.at = at;
        throw cursor.malformed('an instruction inside the line program', `one of ${length} bytes`);
      }
      const extended = byteOrZero(bytes, at);
      cursor.at = at + 1;
      at = behind;
      if (extended === EXTENDED.setAddress) {
        address = cursor.sized(length - 1);
        operation = 0;
        continue;
      }
      if (extended === EXTENDED.defineFile) {
        header.files.push(readOldFile(cursor));
        continue;
      }
      if (extended === EXTENDED.setDiscriminator) discriminator = cursor.uleb();
      if (extended !== EXTENDED.endSequence) continue;
      endsSequence = true;
    } else if (opcode === STANDARD.constAddPc) {
      if (scaled) {
        address += minimumInstruction * Math.floor((operation + constAdvance) / maximumOperations);
        operation = (operation + constAdvance) % maximumOperations;
      } else address += minimumInstruction * constAdvance;
      continue;
    } else if (opcode === STANDARD.fixedAdvancePc) {
      address += byteOrZero(bytes, at) | (byteOrZero(bytes, at + 1) << 8);
      operation = 0;
      at += 2;
      continue;
    } else if (opcode !== STANDARD.copy) {
      if (opcode > STANDARD.epilogueBegin) {
        for (let left = uint8At(argumentCounts, opcode); left > 0; left--)
          longNumber(cursor, left === argumentCounts[opcode] ? at : cursor.at);
        if (uint8At(argumentCounts, opcode) > 0) at = cursor.at;
      }
      continue;
    }

    // A row.
    if (isFirst) {
      isFirst = false;
      from = (zeroIsDead && address === 0) || address >= limit ? count : firstAtLeast(addresses, address);
      next = from;
      wanted = next < count ? float64At(addresses, next) : Number.POSITIVE_INFINITY;
    } else {
      while (address > wanted) {
        pending.file[next] = beforeFile;
        pending.line[next] = beforeLine;
        pending.column[next] = beforeColumn;
        pending.discriminator[next] = beforeDiscriminator;
        next++;
        wanted = next < count ? float64At(addresses, next) : Number.POSITIVE_INFINITY;
      }
    }
    if (endsSequence) {
      for (let found = from; found < next; found++) {
        if (address >= float64At(rows.sequenceEnd, found) || address <= float64At(addresses, found)) continue;
        rows.sequenceEnd[found] = address;
        rows.file[found] = int32At(pending.file, found);
        rows.line[found] = uint32At(pending.line, found);
        rows.column[found] = uint32At(pending.column, found);
        rows.discriminator[found] = uint32At(pending.discriminator, found);
      }
      address = 0;
      operation = 0;
      file = 1;
      line = 1;
      column = 0;
      isFirst = true;
      wanted = Number.POSITIVE_INFINITY;
    } else {
      beforeFile = file;
      beforeLine = line;
      beforeColumn = column;
      beforeDiscriminator = discriminator;
    }
    // Counts for one row (DWARF 5, 6.2.5.1).
    discriminator = 0;
  }
  if (at > end) {
    cursor.at = end;
    throw cursor.malformed('the rest of an instruction', 'the end of the line program');
  }
  return rows;
}

/** Unsigned LEB128; leaves the cursor behind it. */
function longNumber(cursor: Cursor, at: number): number {
  cursor.at = at;
  return cursor.uleb();
}
