import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abbreviation, text, u8, u16, u32, u64, uleb, unit4 } from './bytes.ts';
import { resolved, type SectionContents } from './memory-sections.ts';

/** Go 1.25 and newer: a unit's first address is not its lowest, so offsets of ranges below it wrap at 2^64 (DWARF 5, 2.17.3). */
const LOW = 0x5000;
const [BEGIN, END] = [0x4123, 0x4233];

const abbrev = [
  // DW_TAG_compile_unit with low_pc (addr) and ranges (sec_offset), DW_TAG_subprogram with name (string), low_pc (addr), high_pc (data4).
  ...abbreviation(1, 0x11, true, [0x11, 0x01], [0x55, 0x17]),
  ...abbreviation(2, 0x2e, false, [0x03, 0x08], [0x11, 0x01], [0x12, 0x06]),
  0,
];
const entries = [...uleb(1), ...u64(LOW), ...u32(0), ...uleb(2), ...text('below'), ...u64(BEGIN), ...u32(END - BEGIN), 0];

function wrapping64(difference: number): number[] {
  const wrapped = BigInt.asUintN(64, BigInt(difference));
  return Array.from({ length: 8 }, (_, at) => Number((wrapped >> BigInt(8 * at)) & 0xffn));
}

function wrappingUleb(difference: number): number[] {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(difference)); rest > 0n || bytes.length === 0; rest >>= 7n) {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
  }
  return bytes;
}

function below(contents: SectionContents): readonly (string | undefined)[] {
  const { frames, problems } = resolved(contents, [BEGIN - 1, BEGIN, END - 1, END]);
  assert.deepEqual(problems, []);
  return frames.map(([frame]) => frame?.name);
}

test('ranges below a unit’s first address are found in DWARF 5, whose offsets wrap at 2^64', () => {
  const rest = [...u16(5), ...u8(1), ...u8(8), ...u32(0), ...entries];
  const rnglists = [...u8(0x04), ...wrappingUleb(BEGIN - LOW), ...wrappingUleb(END - LOW), ...u8(0)];
  const contents = { info: [...u32(rest.length), ...rest], abbrev, rnglists };
  const bytes = Object.fromEntries(Object.entries(contents).map(([name, each]) => [name, Uint8Array.from(each)]));
  assert.deepEqual(below(bytes), [undefined, 'below', 'below', undefined]);
});

test('the same ranges are found in DWARF 4, also behind a base that the list chooses', () => {
  for (const base of [[], [...wrapping64(-1), ...u64(0x7000)]]) {
    const from = base.length === 0 ? LOW : 0x7000;
    const ranges = [...base, ...wrapping64(BEGIN - from), ...wrapping64(END - from), ...u64(0), ...u64(0)];
    const contents = { info: Uint8Array.from(unit4(entries)), abbrev: Uint8Array.from(abbrev), ranges: Uint8Array.from(ranges) };
    assert.deepEqual(below(contents), [undefined, 'below', 'below', undefined]);
  }
});

test('removed code below a base of 0 stays removed', () => {
  const removed = [...uleb(1), ...u64(0), ...u32(0), ...uleb(2), ...text('below'), ...u64(0), ...u32(0), 0];
  const ranges = [...wrapping64(-0x100), ...wrapping64(-0x10), ...u64(0), ...u64(0)];
  const contents = { info: Uint8Array.from(unit4(removed)), abbrev: Uint8Array.from(abbrev), ranges: Uint8Array.from(ranges) };
  assert.deepEqual(below(contents), [undefined, undefined, undefined, undefined]);
});
