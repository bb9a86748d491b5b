import { uint8At } from '../../../../core/columns/at.ts';

const BLOCK = 512;
/** Of a long name or an extended header; POSIX has no bound. */
const MOST_HEADER_BYTES = 64 << 10;
const SPACE = 0x20;

/** Some bytes of a regular file; each file has one piece at least. */
export interface TarPiece {
  /** Number of the file. */
  readonly entry: number;
  readonly name: string;
  readonly size: number;
  readonly bytes: Uint8Array;
}

interface TarHeader {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** By the checksum of its first header (POSIX.1, pax, “ustar Interchange Format”). */
export function isTar(begin: Uint8Array): boolean {
  return headerOf(begin.subarray(0, BLOCK)) !== undefined;
}

/** Regular files in their order. Ends at the archive's end, at damage, or with the bytes. */
export async function* tarPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarPiece> {
  const block = new Uint8Array(BLOCK);
  let filled = 0;
  let entry = -1;
  let open: { readonly name: string; readonly size: number; readonly kind: 'file' | 'name' | 'pax' | 'other' } | undefined;
  let left = 0;
  let padding = 0;
  let extended = new Uint8Array(0);
  let next: { name?: string; size?: number } = {};
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0 || padding > 0) {
        const part = chunk.subarray(at, at + (left > 0 ? left : padding));
        at += part.length;
        if (left === 0) {
          padding -= part.length;
          continue;
        }
        left -= part.length;
        if (open?.kind === 'file') yield { entry, name: open.name, size: open.size, bytes: part };
        else if (open?.kind !== 'other' && extended.length < MOST_HEADER_BYTES) extended = joined(extended, part);
        if (left === 0 && open?.kind === 'name') next = { ...next, name: textOf(extended) };
        else if (left === 0 && open?.kind === 'pax') next = { ...next, ...paxFacts(extended) };
        continue;
      }
      const part = chunk.subarray(at, at + BLOCK - filled);
      block.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < BLOCK) continue;
      filled = 0;
      const header = headerOf(block);
      if (header === undefined) return;
      const kind = kindOf(header.type);
      const size = kind === 'file' ? (next.size ?? header.size) : header.size;
      open = { name: kind === 'file' ? (next.name ?? header.name) : header.name, size, kind };
      left = size;
      padding = (BLOCK - (size % BLOCK)) % BLOCK;
      extended = new Uint8Array(0);
      if (kind === 'file') {
        entry++;
        yield { entry, name: open.name, size, bytes: new Uint8Array(0) };
      }
      // Long names describe the next file only.
      if (kind === 'file' || kind === 'other') next = {};
    }
  }
}

function kindOf(type: string): 'file' | 'name' | 'pax' | 'other' {
  if (type === '0' || type === '\0' || type === '7') return 'file';
  if (type === 'L') return 'name';
  return type === 'x' ? 'pax' : 'other';
}

/** Undefined for other bytes, and for the empty blocks at the end. */
function headerOf(block: Uint8Array): TarHeader | undefined {
  if (block.length < BLOCK) return undefined;
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? SPACE : uint8At(block, at);
  const name = textOf(block.subarray(0, 100));
  const size = sizeOf(block.subarray(124, 136));
  if (name === '' || size === undefined || sum !== sizeOf(block.subarray(148, 156))) return undefined;
  const isUstar = textOf(block.subarray(257, 262)) === 'ustar';
  const prefix = isUstar ? textOf(block.subarray(345, 500)) : '';
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, type: String.fromCharCode(uint8At(block, 156)) };
}

/** Octal digits, or GNU's binary number. */
function sizeOf(field: Uint8Array): number | undefined {
  if (uint8At(field, 0) === 0x80) {
    let size = 0;
    for (const byte of field.subarray(1)) size = size * 256 + byte;
    return Number.isSafeInteger(size) ? size : undefined;
  }
  const digits = textOf(field).trim();
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

/** `LENGTH KEY=VALUE\n`, each. */
function paxFacts(bytes: Uint8Array): { readonly name?: string; readonly size?: number } {
  const facts: { name?: string; size?: number } = {};
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    const [, key, value = ''] = /^\d{1,9} (path|size)=(.*)$/s.exec(line) ?? [];
    if (key === 'path') facts.name = value;
    else if (key === 'size' && /^\d{1,15}$/.test(value)) facts.size = Number(value);
  }
  return facts;
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(Math.min(a.length + b.length, MOST_HEADER_BYTES));
  both.set(a);
  both.set(b.subarray(0, both.length - a.length), a.length);
  return both;
}
