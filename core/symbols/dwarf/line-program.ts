import { uint8At } from '../../columns/at.ts';
import { byteOrZero } from '../bytes/fields.ts';
import { Cursor } from './dwarf-cursor.ts';
import { type LineHeader, readOldFile } from './line-header.ts';
import { type LineRows, RowFinder } from './line-rows.ts';

/** DWARF 5, 6.2.5.2. */
const STANDARD = {
  extended: 0,
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

/** DWARF 5, 6.2.5.3. */
const EXTENDED = { endSequence: 1, setAddress: 2, defineFile: 3, setDiscriminator: 4 } as const;

/**
 * Runs a line program once for some addresses.
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
  const limit = header.addressSize === 4 ? 0xffff_fffe : 2 ** 53;
  const finder = new RowFinder(addresses, (address) => (zeroIsDead && address === 0) || address >= limit);
  const cursor = new Cursor().open(bytes, header.program, bytes.length, offset, name);
  new LineMachine(header, bytes, cursor, finder).run();
  return finder.rows;
}

/** The state machine of DWARF 5, 6.2.2, with the registers that symbols need. */
class LineMachine {
  readonly #header: LineHeader;
  readonly #bytes: Uint8Array;
  readonly #cursor: Cursor;
  readonly #finder: RowFinder;
  /** Offset of the next instruction. */
  #at: number;
  #address = 0;
  #operation = 0;
  #file = 1;
  #line = 1;
  #column = 0;
  #discriminator = 0;

  constructor(header: LineHeader, bytes: Uint8Array, cursor: Cursor, finder: RowFinder) {
    this.#header = header;
    this.#bytes = bytes;
    this.#cursor = cursor;
    this.#finder = finder;
    this.#at = header.program;
  }

  run(): void {
    const { opcodeBase } = this.#header;
    const bytes = this.#bytes;
    const end = bytes.length;
    while (this.#at < end) {
      const opcode = byteOrZero(bytes, this.#at++);
      if (opcode >= opcodeBase) this.#special(opcode - opcodeBase);
      else if (opcode === STANDARD.extended) this.#extended();
      else this.#standard(opcode);
    }
    if (this.#at > bytes.length) {
      this.#cursor.at = bytes.length;
      throw this.#cursor.malformed('the rest of an instruction', 'the end of the line program');
    }
  }

  /** Moves address and line at once, and adds a row. */
  #special(adjusted: number): void {
    const { lineBase, lineRange } = this.#header;
    if (lineRange === 0) this.#line += lineBase;
    else {
      const advance = (adjusted / lineRange) | 0;
      this.#line += lineBase + adjusted - advance * lineRange;
      this.#advance(advance);
    }
    this.#addRow();
  }

  #standard(opcode: number): void {
    switch (opcode) {
      case STANDARD.copy:
        this.#addRow();
        return;
      case STANDARD.advancePc:
        this.#advance(this.#unsigned());
        return;
      case STANDARD.advanceLine:
        this.#line += this.#signed();
        return;
      case STANDARD.setFile:
        this.#file = this.#unsigned();
        return;
      case STANDARD.setColumn:
        this.#column = this.#unsigned();
        return;
      case STANDARD.constAddPc: {
        const { lineRange, opcodeBase } = this.#header;
        this.#advance(lineRange === 0 ? 0 : Math.floor((255 - opcodeBase) / lineRange));
        return;
      }
      case STANDARD.fixedAdvancePc:
        this.#address += byteOrZero(this.#bytes, this.#at) | (byteOrZero(this.#bytes, this.#at + 1) << 8);
        this.#operation = 0;
        this.#at += 2;
        return;
      default:
        if (opcode > STANDARD.epilogueBegin) this.#skip(opcode);
    }
  }

  #extended(): void {
    const length = this.#unsigned();
    if (length === 0) return;
    const behind = this.#at + length;
    const cursor = this.#cursor;
    if (behind > this.#bytes.length) {
      cursor.at = this.#at;
      throw cursor.malformed('an instruction inside the line program', `one of ${length} bytes`);
    }
    const extended = byteOrZero(this.#bytes, this.#at);
    cursor.at = this.#at + 1;
    this.#at = behind;
    if (extended === EXTENDED.setAddress) {
      this.#address = cursor.sized(length - 1);
      this.#operation = 0;
    } else if (extended === EXTENDED.defineFile) this.#header.files.push(readOldFile(cursor));
    else if (extended === EXTENDED.setDiscriminator) this.#discriminator = cursor.uleb();
    else if (extended === EXTENDED.endSequence) this.#endSequence();
  }

  #advance(operations: number): void {
    const { minimumInstruction, maximumOperations } = this.#header;
    if (maximumOperations > 1) {
      const behind = this.#operation + operations;
      this.#address += minimumInstruction * Math.floor(behind / maximumOperations);
      this.#operation = behind % maximumOperations;
    } else this.#address += minimumInstruction * operations;
  }

  #addRow(): void {
    this.#finder.add(this.#address, this.#file, this.#line, this.#column, this.#discriminator);
    // Counts for one row (DWARF 5, 6.2.5.1).
    this.#discriminator = 0;
  }

  #endSequence(): void {
    this.#finder.endSequence(this.#address);
    this.#address = 0;
    this.#operation = 0;
    this.#file = 1;
    this.#line = 1;
    this.#column = 0;
    this.#discriminator = 0;
  }

  /** An instruction of a later version, whose arguments are counted in the header. */
  #skip(opcode: number): void {
    for (let left = uint8At(this.#header.argumentCounts, opcode); left > 0; left--) this.#unsigned();
  }

  #unsigned(): number {
    const byte = byteOrZero(this.#bytes, this.#at);
    if (byte < 0x80) {
      this.#at++;
      return byte;
    }
    this.#cursor.at = this.#at;
    const value = this.#cursor.uleb();
    this.#at = this.#cursor.at;
    return value;
  }

  #signed(): number {
    const byte = byteOrZero(this.#bytes, this.#at);
    if (byte < 0x80) {
      this.#at++;
      return (byte << 25) >> 25;
    }
    this.#cursor.at = this.#at;
    const value = this.#cursor.sleb();
    this.#at = this.#cursor.at;
    return value;
  }
}
