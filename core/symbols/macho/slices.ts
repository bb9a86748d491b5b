import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { partOf } from '../bytes/file-bytes.ts';
import { MAX_SLICES } from '../bytes/symbol-limits.ts';

const FAT = 0xcafebabe;
const FAT_64 = 0xcafebabf;
/** `MH_MAGIC_64`, as little-endian bytes. */
export const MACHO_64 = 0xfeedfacf;
const MACHO_32 = 0xfeedface;
/** Java's class files begin like fat files; the version in place of the count is 45 or more. */
const FIRST_CLASS_VERSION = 45;

type MachoKind = 'thin' | 'fat' | 'fat64';

/** By the first eight bytes; undefined for other files. */
export function machoKind(head: Uint8Array): MachoKind | undefined {
  if (head.length < 8) return undefined;
  const fields = new Fields(head, '');
  const magic = fields.u32be(0);
  if (magic === FAT_64) return 'fat64';
  if (magic === FAT) return fields.u32be(4) < FIRST_CLASS_VERSION ? 'fat' : undefined;
  return [MACHO_64, MACHO_32].includes(fields.u32(0)) || magic === MACHO_64 || magic === MACHO_32 ? 'thin' : undefined;
}

/** The files in a fat one, or the thin one itself. Fat headers are big-endian. */
export function* slicesOf(bytes: SectionBytes, kind: MachoKind): Reading<readonly SectionBytes[]> {
  if (kind === 'thin') return [bytes];
  const head = new Fields(yield* bytes.read(0, 8), bytes.name);
  const count = head.u32be(4);
  if (count > MAX_SLICES) throw head.malformed(4, `at most ${MAX_SLICES} architectures`, String(count));
  const entry = kind === 'fat64' ? 32 : 20;
  const table = new Fields(yield* partOf(bytes, 'architectures', 8, count * entry).read(0, count * entry), bytes.name, 8);
  return Array.from({ length: count }, (_, i) => {
    const at = i * entry + 8;
    const [start, size] = kind === 'fat64' ? [table.u64be(at), table.u64be(at + 8)] : [table.u32be(at), table.u32be(at + 4)];
    return partOf(bytes, `slice ${i}`, start, size);
  });
}
