import type { TextPlace } from './text-images.ts';

/** Marks that `sample` draws in front of a call, so that eyes find its callers. */
const MARKS = ' +!:|';
const HOLDER = '  (in ';
const LOADED = 'load address ';

/** One line of a call graph, cut into its parts. */
interface SampleLine {
  /** Deeper calls begin further right. */
  readonly column: number;
  readonly count: number;
  readonly rest: string;
}

/** `    +   ! 150 inner  (in Demo) + 4  [0x100003004]` -> its column, count and call; undefined for other lines. */
export function sampleLine(line: string): SampleLine | undefined {
  let column = 0;
  while (column < line.length && MARKS.includes(line.charAt(column))) column++;
  const end = line.indexOf(' ', column);
  const digits = end < 0 ? '' : line.slice(column, end);
  if (digits.length > 9 || !/^\d+$/.test(digits)) return undefined;
  const rest = line.slice(end + 1).trim();
  return rest === '' ? undefined : { column, count: Number(digits), rest };
}

/**
 * `inner  (in Demo) + 4  [0x100003004]  Cart.swift:31`, `???  (in Demo)  load address 0x100000000 + 0x3004  [0x100003004]`. Rows of
 * several places have several addresses, of which the first counts.
 */
export function samplePlace(rest: string): TextPlace {
  const bracket = rest.lastIndexOf('  [0x');
  const call = bracket < 0 ? rest : rest.slice(0, bracket);
  const behind = bracket < 0 ? '' : rest.slice(bracket + 3);
  const address = hex(behind);
  const held = call.lastIndexOf(HOLDER);
  const closed = held < 0 ? -1 : call.lastIndexOf(')');
  const [, file = '', line = '0'] = /^([^:]{1,500}):(\d{1,9})$/.exec(behind.slice(behind.indexOf(']') + 1).trim()) ?? [];
  const name = (held < 0 ? call.replace(/ \+ \d{1,15}$/, '') : call.slice(0, held)).trim();
  const holder = closed < held ? '' : call.slice(held + HOLDER.length, closed);
  const image = holder.startsWith('<') ? '' : holder;
  const loaded = closed < 0 ? -1 : call.indexOf(LOADED, closed);
  const base = loaded < 0 ? Number.NaN : hex(call.slice(loaded + LOADED.length));
  const offset = base > 0 && address >= base ? address - base : -1;
  return { name, file, line: Number(line), image, offset, address };
}

/** 0 for other texts. */
function hex(text: string): number {
  const [, digits = '0'] = /^0x([0-9a-f]{1,13})(?![0-9a-f])/i.exec(text.slice(0, 20)) ?? [];
  return Number.parseInt(digits, 16);
}
