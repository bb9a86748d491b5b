import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runReading, type SectionBytes } from '../../../core/symbols/bytes/byte-source.ts';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { ATTRIBUTE, FORM, TAG } from '../../../core/symbols/dwarf/dwarf-constants.ts';
import { DwarfReader } from '../../../core/symbols/dwarf/dwarf-reader.ts';
import { abbreviation, FIRST_ENTRY, text, u8, u16, u32, u64, uleb, unit4 } from './bytes.ts';
import { resolved, type SectionContents } from './memory-sections.ts';

const root = abbreviation(
  1,
  TAG.compileUnit,
  true,
  [ATTRIBUTE.lowPc, FORM.addr],
  [ATTRIBUTE.highPc, FORM.data4],
  [ATTRIBUTE.lineTable, FORM.secOffset],
);
const rootEntry = [...uleb(1), ...u64(0x1000), ...u32(0x1000), ...u32(0)];
const code = [
  [ATTRIBUTE.lowPc, FORM.addr],
  [ATTRIBUTE.highPc, FORM.data4],
] as const;
const codeFrom = (address: number, size: number): number[] => [...u64(address), ...u32(size)];
/** Begin in the unit of the entry behind `rootEntry`. */
const SECOND_ENTRY = FIRST_ENTRY + rootEntry.length;

function contents(info: readonly number[], abbreviations: readonly number[], others: SectionContents = {}): SectionContents {
  return { info: Uint8Array.from(info), abbrev: Uint8Array.from([...root, ...abbreviations, 0]), ...others };
}

test('a function that completes itself in a circle has the name found on the way, and time passes on', () => {
  const named = abbreviation(2, TAG.subprogram, false, ...code, [ATTRIBUTE.abstractOrigin, FORM.ref4]);
  const origin = abbreviation(3, TAG.subprogram, false, [ATTRIBUTE.name, FORM.string], [ATTRIBUTE.specification, FORM.ref4]);
  const second = SECOND_ENTRY + 1 + 12 + 4;
  const info = unit4([
    ...rootEntry,
    ...[...uleb(2), ...codeFrom(0x1000, 0x10), ...u32(second)],
    ...[...uleb(3), ...text('bind'), ...u32(SECOND_ENTRY)],
    0,
  ]);
  const { frames, problems } = resolved(contents(info, [...named, ...origin]), [0x1004]);
  assert.deepEqual(frames, [[{ name: 'bind', inlined: false }]]);
  assert.deepEqual(problems, []);
});

test('a sibling reference that leads back is refused where it stands', () => {
  const structure = abbreviation(2, 0x13, true, [ATTRIBUTE.sibling, FORM.ref4]);
  const info = unit4([...rootEntry, ...uleb(2), ...u32(SECOND_ENTRY), 0, 0]);
  const { problems } = resolved(contents(info, structure), [0x1004]);
  assert.deepEqual(problems, [
    `.debug_info at 0x${(SECOND_ENTRY + 1).toString(16)}: expected a sibling behind the entry and inside the unit, found a reference to 0x${SECOND_ENTRY.toString(16)} of the unit.`,
  ]);
});

test('a number of 20 bytes is refused', () => {
  const variable = abbreviation(2, 0x34, false, [0x2f, FORM.udata]);
  const info = unit4([...rootEntry, ...uleb(2), ...new Array<number>(19).fill(0x80), 0, 0]);
  assert.match(
    resolved(contents(info, variable), [0x1004]).problems.join(),
    /^\.debug_info at 0x\w+: expected a number of at most 10 bytes, found a longer one\.$/,
  );
});

test('an abbreviation that is not there is named with its code', () => {
  const info = unit4([...rootEntry, ...uleb(77), 0]);
  assert.deepEqual(resolved(contents(info, []), [0x1004]).problems, [
    `.debug_info at 0x${SECOND_ENTRY.toString(16)}: expected an abbreviation of the unit, found code 77, which its table of 1 doesn't have.`,
  ]);
});

test('a form nobody knows is named, and other units are read all the same', () => {
  const strange = abbreviation(2, 0x34, false, [0x2f, 0x70]);
  const named = abbreviation(3, TAG.subprogram, false, ...code, [ATTRIBUTE.name, FORM.string]);
  const other = [...uleb(1), ...u64(0x5000), ...u32(0x100), ...u32(0), ...uleb(3), ...codeFrom(0x5000, 0x10), ...text('draw'), 0];
  const info = [...unit4([...rootEntry, ...uleb(2), 0, 0]), ...unit4(other)];
  const { frames, problems } = resolved(contents(info, [...strange, ...named]), [0x1004, 0x5004]);
  assert.deepEqual(frames, [[], [{ name: 'draw', inlined: false }]]);
  assert.match(problems.join(), /expected a form of DWARF 2 to 5, found form 0x70\.$/);
});

test('a unit of an unknown version is passed by', () => {
  const named = abbreviation(3, TAG.subprogram, false, ...code, [ATTRIBUTE.name, FORM.string]);
  const strange = [...u32(7), ...u16(9), 0, 0, 0, 0, 0];
  const info = [...strange, ...unit4([...rootEntry, ...uleb(3), ...codeFrom(0x1000, 0x10), ...text('draw'), 0])];
  const { frames, problems } = resolved(contents(info, named), [0x1004]);
  assert.deepEqual(frames, [[{ name: 'draw', inlined: false }]]);
  assert.deepEqual(problems, ['.debug_info at 0x6: expected DWARF version 2 to 5, found version 9.']);
});

test('a unit longer than its section is refused at its length', () => {
  const info = unit4(rootEntry);
  info[0] = 0xff;
  assert.match(
    resolved(contents(info, []), [0x1004]).problems.join(),
    /^\.debug_info at 0x0: expected a length within the section, found a length of 255 bytes, \d+ too many\.$/,
  );
});

test('entries nested 100,000 deep are refused without a deep stack', () => {
  const named = abbreviation(2, TAG.subprogram, true, ...code);
  const block = abbreviation(3, TAG.lexicalBlock, true);
  const info = unit4([...rootEntry, ...uleb(2), ...codeFrom(0x1000, 0x10), ...new Array<number>(100_000).fill(3)]);
  assert.match(resolved(contents(info, [...named, ...block]), [0x1004]).problems.join(), /expected entries nested less than 4096 deep/);
});

test('a range list without an end is refused at the end of its section', () => {
  const named = abbreviation(2, TAG.subprogram, false, [ATTRIBUTE.ranges, FORM.secOffset]);
  const info = unit4([...rootEntry, ...uleb(2), ...u32(0), 0]);
  const ranges = Uint8Array.from(new Array(64).fill([...u64(0x10), ...u64(0x20)]).flat());
  assert.deepEqual(resolved(contents(info, named, { ranges }), [0x1004]).problems, [
    '.debug_ranges at 0x400: expected 4 more bytes, found the end at 0x400.',
  ]);
});

test('twenty thousand calls that share one long range list cost no more than the budget', () => {
  const named = abbreviation(2, TAG.subprogram, true, ...code);
  const inlined = abbreviation(3, TAG.inlinedSubroutine, false, [ATTRIBUTE.ranges, FORM.secOffset]);
  const calls = new Array(20_000).fill([...uleb(3), ...u32(0)]).flat();
  const info = unit4([...rootEntry, ...uleb(2), ...codeFrom(0x1000, 0x10), ...calls, 0, 0]);
  const ranges = Uint8Array.from([...new Array(20_000).fill([...u64(0x10), ...u64(0x20)]).flat(), ...new Array(16).fill(0)]);
  const before = process.cpuUsage();
  const { problems } = resolved(contents(info, [...named, ...inlined], { ranges }), [0x1004]);
  assert.match(problems.join(), /^\.debug_ranges at 0x0: expected less than \d+ MB to read, found parts that are used again and again\.$/);
  // All pairs would be 400 million, minutes of work.
  assert.ok(process.cpuUsage(before).user < 10e6);
});

/** A line program of version 4 with one file, 8-byte addresses, and these instructions. */
function lineProgram(instructions: readonly number[], length?: number): Uint8Array {
  const tables = [0, ...text('a.c'), 0, 0, 0, 0];
  // minimum instruction, operations, is_stmt, line base, line range, opcode base, argument counts
  const header = [1, 1, 1, ...u8(-5), 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, ...tables];
  const rest = [...u16(4), ...u32(header.length), ...header, ...instructions];
  return Uint8Array.from([...u32(length ?? rest.length), ...rest]);
}

const setAddress = [0, 9, 2, ...u64(0x1000)];
const withFunction = (line: Uint8Array): SectionContents => {
  const named = abbreviation(2, TAG.subprogram, false, ...code, [ATTRIBUTE.name, FORM.string]);
  return contents(unit4([...rootEntry, ...uleb(2), ...codeFrom(0x1000, 0x10), ...text('draw'), 0]), named, { line });
};

test('a line program that never ends its sequence gives names without lines', () => {
  // 0x14 is a special opcode: each adds a row.
  const { frames, problems } = resolved(withFunction(lineProgram([...setAddress, ...new Array<number>(1 << 20).fill(0x14)])), [0x1004]);
  assert.deepEqual(frames, [[{ name: 'draw', inlined: false }]]);
  assert.deepEqual(problems, []);
});

test('a line program longer than its section gives names without lines, and says so', () => {
  const { frames, problems } = resolved(withFunction(lineProgram(setAddress, 0x7000_0000)), [0x1004]);
  assert.deepEqual(frames, [[{ name: 'draw', inlined: false }]]);
  assert.match(problems.join(), /^\.debug_line at 0x0: expected a length within the section/);
});

test('of rows at one address the last one counts, and the end of a sequence belongs to it no more', () => {
  // Rows: 0x1000 line 3, 0x1000 line 7, 0x1004 line 8; end at 0x1008.
  const rows = [3, 2, 1, 3, 4, 1, 2, 4, 3, 1, 1, 2, 4, 0, 1, 1];
  const { frames } = resolved(withFunction(lineProgram([...setAddress, ...rows])), [0x1000, 0x1003, 0x1004, 0x1007, 0x1008]);
  const lines = frames.map((chain) => chain[0]?.line);
  assert.deepEqual(lines, [7, 7, 8, 8, undefined]);
});

test('a table of four thousand million files is refused', () => {
  // Version 5: address size, segment size, header length, parameters, then no directories, and files without columns.
  const header = [1, 1, 1, ...u8(-5), 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, ...uleb(4_000_000_000)];
  const rest = [...u16(5), 8, 0, ...u32(header.length), ...header];
  const { problems } = resolved(withFunction(Uint8Array.from([...u32(rest.length), ...rest])), [0x1004]);
  assert.match(problems.join(), /^\.debug_line at 0x\w+: expected a table that fits, found 4000000000 rows\.$/);
});

test('names in a second file that dwz made are reported', () => {
  const named = abbreviation(2, TAG.subprogram, false, ...code, [ATTRIBUTE.name, FORM.gnuStrpAlt]);
  const info = unit4([...rootEntry, ...uleb(2), ...codeFrom(0x1000, 0x10), ...u32(5), 0]);
  const { frames, reader } = resolved(contents(info, named), [0x1004]);
  assert.deepEqual(frames, [[{ inlined: false }]]);
  assert.equal(reader.leftOut.supplementary, true);
});

test('a unit without addresses is found by its functions', () => {
  const bare = abbreviation(4, TAG.compileUnit, true);
  const named = abbreviation(2, TAG.subprogram, false, ...code, [ATTRIBUTE.name, FORM.string]);
  const info = unit4([...uleb(4), ...uleb(2), ...codeFrom(0x1000, 0x10), ...text('draw'), 0]);
  assert.deepEqual(resolved(contents(info, [...named, ...bare]), [0x1004, 0x1010]).frames, [[{ name: 'draw', inlined: false }], []]);
});

test('every cut of every section ends in an answer', () => {
  const whole = withFunction(lineProgram([...setAddress, 3, 2, 1, 2, 8, 0, 1, 1]));
  assert.deepEqual(resolved(whole, [0x1004]).frames[0]?.[0]?.line, 3);
  for (const name of ['info', 'abbrev', 'line'] as const) {
    const bytes = whole[name] ?? new Uint8Array(0);
    for (let length = 0; length < bytes.length; length++) {
      const { problems, frames } = resolved({ ...whole, [name]: bytes.subarray(0, length) }, [0x1004]);
      assert.ok(problems.length > 0 || frames[0]?.[0]?.line === undefined, `${name} cut at ${length}`);
    }
  }
});

test('a section that cannot be unpacked is read once, not for ever', () => {
  let reads = 0;
  const info: SectionBytes = {
    name: '.debug_info',
    size: 100,
    // biome-ignore lint/correctness/useYield: nothing has to be asked for
    *read(offset, length) {
      if (length === 0) return new Uint8Array(0);
      if (++reads > 100) throw new Error('It is read again and again.');
      throw new SymbolError({ reason: 'malformed', file: '.debug_info', offset, expected: 'bytes packed by zlib', found: 'others' });
    },
  };
  const reader = new DwarfReader({ littleEndian: true, addressSize: 8, get: (name) => (name === 'info' ? info : undefined) });
  const frames = runReading(reader.resolveAll([0x1000]), () => assert.fail('all bytes are in memory'));
  assert.deepEqual([frames, reader.problems.length, reads], [[[]], 1, 1]);
});
