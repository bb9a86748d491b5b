import type { SampleState } from '../../import/session-builder.ts';
import type { TextPlace } from './text-images.ts';

/** `    12  start + 42 (dyld + 1234) [0x1a2b] (running) 1-12`, as in spindump's manual page; `*` marks the kernel's. */
const ROW = /^(\s{0,16000})(\*?)(\d{1,9})\s{1,20}(\S.{0,4000})$/;
const ADDRESS = /^ \[0x([0-9a-f]{1,16})\](.*)$/i;
/** `Cart.swift:31,5 in Shop + 1234`; file and line only with debug files beside the report. */
const IN_IMAGE = /^(?:([^():]{1,500})(?::(\d{1,9})(?:,\d{1,9})?)? in )?(.{1,500}) \+ (\d{1,15})$/;
/** As Xcode names frames: `main (in Shop) + 128 (main.m:31)`. */
const NAMED_IN = /^(.{1,3000}) \(in (.{1,500}?)\)(?: \+ \d{1,15})?$/;
const FILE_LINE = /^([^()]{1,500}):(\d{1,9})$/;

/** One line of a tree of calls. */
export interface TreeRow extends TextPlace {
  /** Deeper calls begin further right. */
  readonly column: number;
  readonly count: number;
  readonly isKernel: boolean;
  readonly state: SampleState | undefined;
  /** Kernel id of the awaited thread; 0: none. */
  readonly waitsFor: number;
}

/** Undefined for other lines. */
export function treeRow(line: string): TreeRow | undefined {
  const [, blanks = '', star = '', count, rest = ''] = ROW.exec(line) ?? [];
  if (count === undefined) return undefined;
  const at = rest.lastIndexOf(' [0x');
  const [, digits = '0', tail = ''] = at < 0 ? [] : (ADDRESS.exec(rest.slice(at)) ?? []);
  const [, waited = '0'] = /\bwaiting for .{1,500} thread 0x([0-9a-f]{1,13})\b/.exec(tail) ?? [];
  const waitsFor = Number.parseInt(waited, 16);
  return {
    column: blanks.length + star.length,
    count: Number(count),
    isKernel: star !== '',
    state: stateOf(tail, waitsFor),
    waitsFor,
    ...placeOf(at < 0 ? rest : rest.slice(0, at)),
    address: Number.parseInt(digits, 16),
  };
}

function placeOf(text: string): Omit<TextPlace, 'address'> {
  const open = text.endsWith(')') ? text.lastIndexOf(' (') : -1;
  const before = open < 0 ? text : text.slice(0, open);
  const inner = open < 0 ? '' : text.slice(open + 2, -1);
  const [, file = '', line = '0', image, offset] = IN_IMAGE.exec(inner) ?? [];
  if (image !== undefined) {
    return { name: before.replace(/ \+ \d{1,15}$/, ''), file, line: Number(line), image, offset: Number(offset) };
  }
  const [, named = '', at = '0'] = FILE_LINE.exec(inner) ?? [];
  const [, name, holder = ''] = NAMED_IN.exec(named === '' ? text : before) ?? [];
  return { name: name ?? text.replace(/ \+ \d{1,15}$/, ''), file: named, line: Number(at), image: holder, offset: -1 };
}

function stateOf(tail: string, waitsFor: number): SampleState | undefined {
  if (tail.includes('(running)')) return 'running';
  if (tail.includes('(suspended)')) return 'suspended';
  if (!tail.includes('(blocked by ')) return undefined;
  return waitsFor === 0 ? 'kernel' : 'monitor';
}
