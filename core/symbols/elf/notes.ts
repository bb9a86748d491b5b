import type { Reading } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { partOf } from '../bytes/file-bytes.ts';
import { hexOf } from '../bytes/hex.ts';
import { MAX_NOTE_PLACES } from '../bytes/symbol-limits.ts';
import { type Elf, SectionType } from './elf-headers.ts';

/** `NT_GNU_BUILD_ID`. */
const BUILD_ID = 3;
/** Longer notes hold no id. */
const MAX_NOTES = 1024 * 1024;

/** In lower-case hexadecimal digits, from the first note with an id: of segments, else of sections. */
export function* buildIdOf(elf: Elf): Reading<string | undefined> {
  const places = [
    ...elf.segments.filter(({ type }) => type === 'note').map(({ offset, fileSize, align }) => ({ offset, size: fileSize, align })),
    ...elf.sections.filter(({ type }) => type === SectionType.Note).map(({ offset, size, align }) => ({ offset, size, align })),
  ];
  for (const { offset, size, align } of places.slice(0, MAX_NOTE_PLACES)) {
    // A debug file has the program's headers without its segments.
    if (size > MAX_NOTES || offset + size > elf.bytes.size) continue;
    const notes = partOf(elf.bytes, 'notes', offset, size);
    const id = findBuildId(new Fields(yield* notes.read(0, size), notes.name), align === 8 ? 8 : 4);
    if (id !== undefined) return id;
  }
  return undefined;
}

function findBuildId(notes: Fields, align: 4 | 8): string | undefined {
  const aligned = (value: number): number => Math.ceil(value / align) * align;
  let at = 0;
  while (at + 12 <= notes.size) {
    const nameSize = notes.u32(at);
    const contentSize = notes.u32(at + 4);
    const content = aligned(at + 12 + nameSize);
    if (content + contentSize > notes.size) return undefined;
    const isGnu = nameSize === 4 && notes.fixedText(at + 12, 4) === 'GNU';
    if (isGnu && notes.u32(at + 8) === BUILD_ID && contentSize > 0) return hexOf(notes.bytes.subarray(content, content + contentSize));
    at = aligned(content + contentSize);
  }
  return undefined;
}
