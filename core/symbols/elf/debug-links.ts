import type { Reading } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { readWhole } from '../bytes/file-bytes.ts';
import { hexOf } from '../bytes/hex.ts';
import type { Elf } from './elf-headers.ts';
import { rawSection, sectionNamed } from './sections.ts';

const MAX_LINK_BYTES = 64 * 1024;

/** `.gnu_debuglink`: the file with this one's debug information. */
export interface DebugLink {
  readonly name: string;
  /** Of the whole other file. */
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
