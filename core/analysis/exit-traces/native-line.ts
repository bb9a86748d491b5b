import { isNoName } from '../frames/no-name.ts';
import type { DumpFrame } from './dump-frames.ts';

/** `#00 pc 0x4ca2ec`, also with `native:` before it, with and without `0x`, one or more blanks. */
const HEAD = /^(?:native: )?#\d{1,4} {1,8}pc (?:0x)?([0-9a-f]{1,16})(?:\s+|$)/i;
const BUILD_ID = '(BuildId: ';
const IN_ARCHIVE = ' (offset 0x';
const DELETED = '(deleted)';

/**
 * One line of Android's unwinder (debuggerd, ART's native_stack_dump.cc), of Crashlytics and of Play Console:
 * `#00 pc 00000000000cd22c  /apex/…/libart.so (art::Thread::Park+12) (BuildId: 3f8b…)`. Undefined for other lines. Addresses are those of
 * calls already.
 */
export function nativeFrame(line: string): DumpFrame | undefined {
  const [head = '', pc] = HEAD.exec(line) ?? [];
  if (pc === undefined) return undefined;
  const { rest, buildId } = withoutBuildId(line.slice(head.length).trimEnd());
  return nativePlace({ ...pathAndSymbol(rest), buildId, address: Number.parseInt(pc, 16) });
}

/** Parts of a native frame, '' for what is unknown. */
export interface NativePlace {
  readonly path: string;
  readonly symbol: string;
  /** In hex. */
  readonly buildId: string;
  readonly address: number;
}

/** A frame of Java's compiled code has its class, one of a library its address. */
export function nativePlace({ path, symbol, buildId, address }: NativePlace): DumpFrame {
  const name = isNoName(symbol) ? '' : symbol;
  const java = name === '' || path.endsWith('.so') ? undefined : javaName(name);
  if (java !== undefined) return java;
  if (!Number.isSafeInteger(address) || (isNoName(path) && buildId === '')) return { function: name || `0x${address.toString(16)}` };
  return { function: name, native: { path: isNoName(path) ? '' : path, buildId, address } };
}

function withoutBuildId(text: string): { readonly rest: string; readonly buildId: string } {
  const at = text.lastIndexOf(BUILD_ID);
  if (at < 0) return { rest: text, buildId: '' };
  const id = text.slice(at + BUILD_ID.length, -1);
  // A cut id would be another build's.
  return { rest: text.slice(0, at).trimEnd(), buildId: text.endsWith(')') && /^[0-9a-f]{2,128}$/.test(id) ? id : '' };
}

function pathAndSymbol(text: string): { readonly path: string; readonly symbol: string } {
  // `base.apk!libmap.so (offset 0x1000)`: the address is the library's, so the place in the archive says nothing more.
  const archived = text.indexOf(IN_ARCHIVE);
  const closed = archived < 0 ? -1 : text.indexOf(')', archived);
  const plain = closed < 0 ? text : text.slice(0, archived) + text.slice(closed + 1);
  // Names of anonymous memory have blanks and brackets.
  const named = plain.startsWith('[') ? Math.max(0, plain.indexOf(']')) : 0;
  let open = plain.startsWith('(') ? 0 : plain.indexOf(' (', named) + 1;
  if (open > 0 && plain.startsWith(DELETED, open)) open = plain.indexOf(' (', open) + 1;
  if (open === 0 && !plain.startsWith('(')) return { path: withoutOffset(plain.trimEnd()), symbol: '' };
  const end = plain.endsWith(')') ? plain.length - 1 : plain.length;
  return { path: plain.slice(0, open).trimEnd(), symbol: withoutOffset(plain.slice(open + 1, end)) };
}

/** `syscall+28`, `syscall + 28` -> `syscall`. */
function withoutOffset(text: string): string {
  const plus = text.lastIndexOf('+');
  return plus > 0 && /^ ?\d{1,20}$/.test(text.slice(plus + 1)) ? text.slice(0, plus).trimEnd() : text;
}

/** Compiled and interpreted methods have Java's name: `com.example.Cart.total`. Functions of C may have dots, too, but no class. */
function javaName(name: string): DumpFrame | undefined {
  const dot = name.lastIndexOf('.');
  const owner = name.slice(0, dot);
  const method = name.slice(dot + 1);
  const parts = dot <= 0 || name.length > 1_000 ? [] : owner.split('.');
  if (parts.length === 0 || !parts.some((part) => /^\p{Lu}/u.test(part))) return undefined;
  return [...parts, method].every((part) => /^<?[\p{L}_$-][\p{L}\p{N}_$-]*>?$/u.test(part))
    ? { class: owner, function: method }
    : undefined;
}
