import { posix } from 'node:path';
import { readAll } from '../shell/byte-pipe.ts';
import type { Call } from '../shell/shell-session.ts';
import { orComplain, pathOf } from './file-contents.ts';

/** A flag's value, apart or joined: `-f 2`, `-f2`. The rest are names. */
function split(
  args: readonly string[],
  valued: string,
): { readonly flags: ReadonlyMap<string, string>; readonly names: readonly string[] } {
  const flags = new Map<string, string>();
  const names: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith('-') || arg === '-') names.push(arg);
    else if (valued.includes(arg.charAt(1))) flags.set(arg.charAt(1), arg.slice(2) || (rest.shift() ?? ''));
    else
      for (const [index, letter] of [...arg.slice(1)].entries()) {
        if (!valued.includes(letter)) flags.set(letter, '');
        else {
          flags.set(letter, arg.slice(index + 2) || (rest.shift() ?? ''));
          break;
        }
      }
  }
  return { flags, names };
}

/** Each named file's bytes, or those of standard input with an empty name. */
async function each(call: Call, names: readonly string[], work: (bytes: Buffer, name: string) => Promise<void>): Promise<number> {
  let code = 0;
  if (names.length === 0) await work(await readAll(call.stdin), '');
  for (const name of names) {
    const failed = await orComplain(call, name, async () =>
      work(await readAll(name === '-' ? call.stdin : call.phone.files.openToRead(pathOf(call, name), call.actor)), name),
    );
    code = failed || code;
  }
  return code;
}

function linesOf(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** `cut -d CHAR -f LIST` or `-c LIST`; a list has numbers and ranges, from 1. */
export async function cut(call: Call): Promise<number> {
  const { flags, names } = split(call.args, 'bcdf');
  const ranges = (flags.get('f') ?? flags.get('c') ?? flags.get('b') ?? '').split(',').map((range) => {
    const [, from = '', dash, to = ''] = /^(\d*)(-?)(\d*)$/.exec(range) ?? [];
    return { from: Number(from || 1), to: dash ? Number(to || Number.MAX_SAFE_INTEGER) : Number(from) };
  });
  const isIn = (_: unknown, index: number): boolean => ranges.some(({ from, to }) => index + 1 >= from && index + 1 <= to);
  const delimiter = flags.get('d') ?? '\t';
  const cutLine = (line: string): string => {
    if (!flags.has('f')) return [...line].filter(isIn).join('');
    return line.includes(delimiter) ? line.split(delimiter).filter(isIn).join(delimiter) : line;
  };
  return each(call, names, async (bytes) => {
    for (const line of linesOf(bytes)) await call.stdout.write(Buffer.from(`${cutLine(line)}\n`, 'latin1'));
  });
}

/** `wc [-lwc] [FILE…]`; several counts are in columns. */
export async function wc(call: Call): Promise<number> {
  const { flags, names } = split(call.args, '');
  const wanted = flags.size === 0 ? 'lwc' : 'lwc'.replace(/./g, (letter) => (flags.has(letter) ? letter : ''));
  return each(call, names, async (bytes, name) => {
    const text = bytes.toString('latin1');
    const counts: Readonly<Record<string, number>> = {
      l: text.split('\n').length - 1,
      w: text.split(/\s+/).filter((word) => word !== '').length,
      c: bytes.length,
    };
    const columns = [...wanted].map((letter) => String(counts[letter]));
    const row = columns.length === 1 ? columns.join() : columns.map((count) => count.padStart(7)).join(' ');
    await call.print(name === '' ? row : `${row} ${name}`);
  });
}

const escapes: Readonly<Record<number, string>> = { 0: '\\0', 7: '\\a', 8: '\\b', 9: '\\t', 10: '\\n', 11: '\\v', 12: '\\f', 13: '\\r' };

/** `od [-A n] -t x1 | -c`: 16 bytes a line after their octal offset. */
export async function od(call: Call): Promise<number> {
  const { flags, names } = split(call.args, 'At');
  const hex = (byte: number): string => ` ${byte.toString(16).padStart(2, '0')}`;
  const char = (byte: number): string => {
    const printed = byte >= 32 && byte < 127 ? String.fromCharCode(byte) : (escapes[byte] ?? byte.toString(8).padStart(3, '0'));
    return printed.padStart(4);
  };
  const offset = (at: number): string => (flags.get('A') === 'n' ? '' : at.toString(8).padStart(7, '0'));
  return each(call, names, async (bytes) => {
    for (let at = 0; at < bytes.length; at += 16) {
      const row = [...bytes.subarray(at, at + 16)].map(flags.has('c') ? char : hex);
      await call.print(offset(at) + row.join(''));
    }
    if (flags.get('A') !== 'n') await call.print(offset(bytes.length));
  });
}

/** `tail [-n N | -c N]`. */
export async function tail(call: Call): Promise<number> {
  const { flags, names } = split(call.args, 'cn');
  return each(call, names, async (bytes) => {
    const count = flags.get('c');
    if (count !== undefined) return call.stdout.write(bytes.subarray(Math.max(0, bytes.length - Number(count))));
    for (const line of linesOf(bytes).slice(-Number(flags.get('n') ?? 10))) await call.stdout.write(Buffer.from(`${line}\n`, 'latin1'));
  });
}

/** The path of a program of /system/bin. */
export async function which(call: Call): Promise<number> {
  const { programs } = await import('./shell-programs.ts');
  const found = call.args.filter((name) => programs.has(name));
  for (const name of found) await call.print(posix.join('/system/bin', name));
  return Number(found.length < call.args.length);
}
