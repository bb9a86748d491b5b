import type { FrameFacts } from '../import/frame-table.ts';
import { perfFrame } from './waiting-stack.ts';

/** A frame's line: `address symbol+offset (object)`. */
export interface ScriptFrame {
  /** '' if perf knew none. */
  readonly name: string;
  /** Path of the library, `[kernel.kallsyms]`, `inlined`; '' if unknown. */
  readonly object: string;
}

/** @returns undefined for lines of another form */
export function scriptFrame(line: string): ScriptFrame | undefined {
  const text = line.trim();
  const space = text.slice(0, MOST_ADDRESS).search(/\s/);
  if (space <= 0 || !/^(?:0x)?[0-9a-f]{1,16}$/.test(text.slice(0, space))) return undefined;
  const rest = text.slice(space).trim();
  if (!rest.endsWith(')')) return { name: nameOf(rest), object: '' };
  // perf writes `(/path (deleted))`.
  const end = rest.endsWith(DELETED) ? rest.length - DELETED.length : rest.length - 1;
  const open = rest.lastIndexOf('(', end - 1);
  if (open < 0 || (open > 0 && rest[open - 1] !== ' ')) return { name: nameOf(rest), object: '' };
  const object = rest.slice(open + 1, end);
  return { name: nameOf(rest.slice(0, open).trim()), object: object === UNKNOWN ? '' : object };
}

/** Letters of an address and the space behind it. */
const MOST_ADDRESS = 20;
const DELETED = ' (deleted))';
const UNKNOWN = '[unknown]';

function nameOf(symbol: string): string {
  if (symbol === UNKNOWN || symbol === '') return '';
  const plus = symbol.lastIndexOf('+0x');
  return plus > 0 && /^[0-9a-f]{1,16}$/.test(symbol.slice(plus + 3, plus + 20)) ? symbol.slice(0, plus) : symbol;
}

/** Undefined for a frame of which nothing is known. An unnamed one is its library's. */
export function frameFacts({ name, object }: ScriptFrame): FrameFacts | undefined {
  if (name !== '') return perfFrame(name);
  const file = object.slice(object.lastIndexOf('/') + 1);
  return file === '' || file === 'inlined' ? undefined : { function: file.startsWith('[') ? file : `[${file}]` };
}
