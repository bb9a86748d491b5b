import type { FileKey, Reading, SectionBytes } from './byte-source.ts';
import { SymbolError } from './symbol-error.ts';

const PROBE_BYTES = 64 * 1024;
/** No file system keeps larger files. */
const MAX_FILE_BYTES = 2 ** 47;

/** The size is found by probing: a range across the end is answered short. */
export function* fileBytes(file: FileKey, modifiedAtS?: number): Reading<SectionBytes> {
  const time = modifiedAtS === undefined ? {} : { modifiedAtS };
  const size = yield* sizeOf(file, time);
  return {
    name: file,
    size,
    *read(offset, length) {
      mustBeInside(file, size, offset, length);
      if (length === 0) return new Uint8Array(0);
      const bytes = yield { file, offset, length, ...time };
      if (bytes.length < length) throw shortened(file, offset + bytes.length, length - bytes.length);
      return bytes;
    },
  };
}

/** Doubles up to the end, then halves the gap: some 30 small requests for 5 GB. */
function* sizeOf(file: FileKey, time: { readonly modifiedAtS?: number }): Reading<number> {
  let inside = 0;
  let behind = 0;
  for (let offset = 0; ; offset = behind === 0 ? Math.max(PROBE_BYTES, offset * 2) : inside + Math.floor((behind - inside) / 2)) {
    const found = (yield { file, offset, length: PROBE_BYTES, ...time }).length;
    if (found > 0 && found < PROBE_BYTES) return offset + found;
    if (found === 0) behind = offset;
    else inside = offset + PROBE_BYTES;
    if (behind !== 0 || offset === 0) {
      // The end is between `inside` and `behind`.
      if (inside === behind) return inside;
    }
    if (inside > MAX_FILE_BYTES) throw shortened(file, inside, 0);
  }
}

export function memoryBytes(name: string, bytes: Uint8Array): SectionBytes {
  return {
    name,
    size: bytes.length,
    // biome-ignore lint/correctness/useYield: what is in memory needs not be asked for
    *read(offset, length) {
      mustBeInside(name, bytes.length, offset, length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/**
 * @param name for errors, behind the whole's name
 * @throws SymbolError when the part isn't inside the whole
 */
export function partOf(whole: SectionBytes, name: string, start: number, size: number): SectionBytes {
  const partName = `${whole.name} ${name}`;
  if (!(start >= 0 && size >= 0 && start + size <= whole.size)) {
    throw new SymbolError({
      reason: 'malformed',
      file: whole.name,
      offset: start,
      expected: `${size} bytes of ${name}`,
      found: `a file of ${whole.size} bytes`,
    });
  }
  return {
    name: partName,
    size,
    *read(offset, length) {
      mustBeInside(partName, size, offset, length);
      return yield* whole.read(start + offset, length);
    },
  };
}

/** @param limit refused above it */
export function* readWhole(bytes: SectionBytes, limit: number): Reading<Uint8Array> {
  if (bytes.size > limit) {
    throw new SymbolError({
      reason: 'unsupported',
      file: bytes.name,
      offset: 0,
      expected: `at most ${limit} bytes`,
      found: `${bytes.size}`,
    });
  }
  return yield* bytes.read(0, bytes.size);
}

function mustBeInside(name: string, size: number, offset: number, length: number): void {
  if (offset >= 0 && length >= 0 && offset + length <= size) return;
  throw new SymbolError({
    reason: 'malformed',
    file: name,
    offset: Math.max(0, offset),
    expected: `${length} bytes`,
    found: `the end at 0x${size.toString(16)}`,
  });
}

function shortened(file: string, offset: number, missing: number): SymbolError {
  return new SymbolError({
    reason: 'changed',
    file,
    offset,
    expected: `${missing} more bytes`,
    found: 'the end of a file that was longer',
  });
}
