import { uint8At } from '../../columns/at.ts';
import { joinBytes } from '../../join-bytes.ts';

const PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/**
 * Replaces the memory limit of a WebAssembly program. Sections are `id size contents`; the memory section holds `count flags minimum
 * [maximum]`, all unsigned LEB128 (WebAssembly specification, 5.5).
 * @param maxMemory in bytes, rounded up to whole pages
 * @throws Error unless the program has one memory of its own, within the limit
 */
export function withMemoryLimit(program: Uint8Array, maxMemory: number): Uint8Array {
  const maxPages = Math.ceil(maxMemory / PAGE_BYTES);
  let at = HEADER_BYTES;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = uint8At(program, at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error('the WebAssembly program has a number of more than 32 bits');
  };
  while (at < program.length) {
    const begin = at;
    const id = number();
    const size = number();
    const end = at + size;
    if (id === MEMORY_SECTION) {
      const [count, , minimum] = [number(), number(), number()];
      if (count !== 1 || minimum > maxPages) throw new Error(`the WebAssembly program has ${count} memories, of ${minimum} pages`);
      const contents = [count, 1, ...leb128(minimum), ...leb128(maxPages)];
      return joinBytes([program.subarray(0, begin), Uint8Array.of(id, contents.length, ...contents), program.subarray(end)]);
    }
    at = end;
  }
  throw new Error('the WebAssembly program has no memory of its own');
}

function leb128(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  return [...bytes, left];
}
