import type { Reading } from '../bytes/byte-source.ts';
import { Fields, hexOf } from '../bytes/fields.ts';
import { partOf, readWhole } from '../bytes/file-bytes.ts';
import { MAX_NOTE_PLACES } from '../bytes/symbol-limits.ts';
import { type Elf, SectionType } from './elf-headers.ts';
import { rawSection, sectionNamed } from './sections.ts';

const MAX_LINK_BYTES = 64 * 1024;

/** `.gnu_debuglink`: the file with this one's debug information. */
export interface DebugLink {
  /** Searched beside this file and in `.debug` there. */
  readonly name: string;
  /** CRC-32 of the whole other file. */
  readonly crc32: number;
}

/** `.gnu_debugaltlink`: dwz's file of shared debug information. */
export interface AlternateLink {
  readonly path: string;
  readonly buildId: string;
}

export function* debugLinkOf(elf: Elf): Reading<DebugLink | undefined> {
  const link = yield* linkSection(elf, '.gnu_debuglink');
  if (link === undefined) return undefined;
  // Name, zero, zeros up to a multiple of four, checksum.
  const name = link.text(0);
  const nameEnd = link.bytes.indexOf(0);
  if (nameEnd <= 0 || name.includes('/')) throw link.malformed(0, 'a file name');
  return { name, crc32: link.u32(Math.ceil((nameEnd + 1) / 4) * 4) };
}

export function* alternateLinkOf(elf: Elf): Reading<AlternateLink | undefined> {
  const link = yield* linkSection(elf, '.gnu_debugaltlink');
  if (link === undefined) return undefined;
  const pathEnd = link.bytes.indexOf(0);
  if (pathEnd <= 0) throw link.malformed(0, 'a path');
  return { path: link.text(0), buildId: hexOf(link.bytes.subarray(pathEnd + 1)) };
}

function* linkSection(elf: Elf, name: string): Reading<Fields | undefined> {
  const section = sectionNamed(elf, name);
  if (section === undefined) return undefined;
  const raw = rawSection(elf, section);
  return new Fields(yield* readWhole(raw, MAX_LINK_BYTES), raw.name);
}

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
