import { FORM } from './dwarf-constants.ts';

export interface Encoding {
  readonly version: number;
  /** Offsets between sections take 8 bytes. */
  readonly is64: boolean;
  readonly addressSize: number;
}

export function encodingKey({ version, is64, addressSize }: Encoding): number {
  return version * 32 + (is64 ? 16 : 0) + addressSize;
}

/** An unknown form is -(form + 256). */
export const SKIP = { leb: -1, text: -2, block1: -3, block2: -4, block4: -5, block: -6, indirect: -7 } as const;

/** Bytes of a value, or one of `SKIP`. */
export function formSize(form: number, { version, is64, addressSize }: Encoding): number {
  const offset = is64 ? 8 : 4;
  switch (form) {
    case FORM.flagPresent:
    case FORM.implicitConst:
      return 0;
    case FORM.data1:
    case FORM.flag:
    case FORM.ref1:
    case FORM.strx1:
    case FORM.addrx1:
      return 1;
    case FORM.data2:
    case FORM.ref2:
    case FORM.strx2:
    case FORM.addrx2:
      return 2;
    case FORM.strx3:
    case FORM.addrx3:
      return 3;
    case FORM.data4:
    case FORM.ref4:
    case FORM.strx4:
    case FORM.addrx4:
    case FORM.refSup4:
      return 4;
    case FORM.data8:
    case FORM.ref8:
    case FORM.refSig8:
    case FORM.refSup8:
      return 8;
    case FORM.data16:
      return 16;
    case FORM.addr:
      return addressSize;
    case FORM.refAddr:
      return version <= 2 ? addressSize : offset;
    case FORM.strp:
    case FORM.secOffset:
    case FORM.lineStrp:
    case FORM.strpSup:
    case FORM.gnuRefAlt:
    case FORM.gnuStrpAlt:
      return offset;
    case FORM.sdata:
    case FORM.udata:
    case FORM.refUdata:
    case FORM.strx:
    case FORM.addrx:
    case FORM.loclistx:
    case FORM.rnglistx:
    case FORM.gnuAddrIndex:
    case FORM.gnuStrIndex:
      return SKIP.leb;
    case FORM.string:
      return SKIP.text;
    case FORM.block1:
      return SKIP.block1;
    case FORM.block2:
      return SKIP.block2;
    case FORM.block4:
      return SKIP.block4;
    case FORM.block:
    case FORM.exprloc:
      return SKIP.block;
    case FORM.indirect:
      return SKIP.indirect;
    default:
      return -(Math.min(form, 0xffff) + 256);
  }
}

/** A memo by encoding: a table never changes. */
const sizeTables: (Int32Array | undefined)[] = [];

/** `formSize` of the standard's forms, as a table. */
export function formSizes(encoding: Encoding): Int32Array {
  const key = encodingKey(encoding);
  const known = sizeTables[key] ?? Int32Array.from({ length: FORM.addrx4 + 1 }, (_, form) => formSize(form, encoding));
  sizeTables[key] = known;
  return known;
}

/** Their value lies in a second file, which isn't read: dwz's, or DWARF 5's supplementary one. */
export function isSupplementary(form: number): boolean {
  return form === FORM.gnuRefAlt || form === FORM.gnuStrpAlt || form === FORM.refSup4 || form === FORM.refSup8 || form === FORM.strpSup;
}
