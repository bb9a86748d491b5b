/** DWARF 5, chapter 7, and GNU's earlier numbers. */

export const TAG = {
  lexicalBlock: 0x0b,
  compileUnit: 0x11,
  inlinedSubroutine: 0x1d,
  module: 0x1e,
  withStatement: 0x22,
  catchBlock: 0x25,
  subprogram: 0x2e,
  tryBlock: 0x32,
  namespace: 0x39,
  partialUnit: 0x3c,
  skeletonUnit: 0x4a,
} as const;

export const ATTRIBUTE = {
  sibling: 0x01,
  name: 0x03,
  lineTable: 0x10,
  lowPc: 0x11,
  highPc: 0x12,
  language: 0x13,
  compilationDirectory: 0x1b,
  abstractOrigin: 0x31,
  declaredInFile: 0x3a,
  declaredAtLine: 0x3b,
  specification: 0x47,
  entryPc: 0x52,
  ranges: 0x55,
  callColumn: 0x57,
  callFile: 0x58,
  callLine: 0x59,
  linkageName: 0x6e,
  stringOffsetsBase: 0x72,
  addressBase: 0x73,
  rangeListsBase: 0x74,
  splitName: 0x76,
  mipsLinkageName: 0x2007,
  gnuSplitName: 0x2130,
  gnuDiscriminator: 0x2136,
} as const;

export const FORM = {
  addr: 0x01,
  block2: 0x03,
  block4: 0x04,
  data2: 0x05,
  data4: 0x06,
  data8: 0x07,
  string: 0x08,
  block: 0x09,
  block1: 0x0a,
  data1: 0x0b,
  flag: 0x0c,
  sdata: 0x0d,
  strp: 0x0e,
  udata: 0x0f,
  refAddr: 0x10,
  ref1: 0x11,
  ref2: 0x12,
  ref4: 0x13,
  ref8: 0x14,
  refUdata: 0x15,
  indirect: 0x16,
  secOffset: 0x17,
  exprloc: 0x18,
  flagPresent: 0x19,
  strx: 0x1a,
  addrx: 0x1b,
  refSup4: 0x1c,
  strpSup: 0x1d,
  data16: 0x1e,
  lineStrp: 0x1f,
  refSig8: 0x20,
  implicitConst: 0x21,
  loclistx: 0x22,
  rnglistx: 0x23,
  refSup8: 0x24,
  strx1: 0x25,
  strx2: 0x26,
  strx3: 0x27,
  strx4: 0x28,
  addrx1: 0x29,
  addrx2: 0x2a,
  addrx3: 0x2b,
  addrx4: 0x2c,
  gnuAddrIndex: 0x1f01,
  gnuStrIndex: 0x1f02,
  gnuRefAlt: 0x1f20,
  gnuStrpAlt: 0x1f21,
} as const;

/** Kinds of units in the header of DWARF 5. */
export const UNIT = { compile: 1, type: 2, partial: 3, skeleton: 4, splitCompile: 5, splitType: 6 } as const;

/** Entries of a range list in `.debug_rnglists`. */
export const RANGE = { end: 0, baseX: 1, startXEndX: 2, startXLength: 3, offsetPair: 4, base: 5, startEnd: 6, startLength: 7 } as const;

/** Columns of the directory and file tables of version 5. */
export const LINE_CONTENT = { path: 1, directory: 2 } as const;

/** DW_LANG of C++, C++03, 11, 14, 17 and 20. */
export const CPP_LANGUAGES: ReadonlySet<number> = new Set([0x04, 0x19, 0x1a, 0x21, 0x2b, 0x2c]);
