import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { partOf, readWhole } from '../bytes/file-bytes.ts';
import { MAX_ARCHIVE_MEMBERS, MAX_PATH_BYTES, MAX_TABLE_BYTES } from '../bytes/symbol-limits.ts';

const MAGIC = '!<arch>\n';
const THIN_MAGIC = '!<thin>\n';
const HEADER_SIZE = 60;
/** Symbols and long names, not members. */
const tables = /^(?:\/|\/SYM64\/|\/\/|__\.SYMDEF.*)$/;

export interface ArchiveMember {
  readonly name: string;
  readonly modifiedAtS: number;
  /** Undefined in a thin archive, which names files beside it. */
  readonly bytes: SectionBytes | undefined;
}

/** The members of one name, in order. Long names precede the member (BSD and Apple: `#1/20`) or are in a table (GNU: `/123`). */
export function* membersNamed(archive: SectionBytes, wanted: string): Reading<readonly ArchiveMember[]> {
  const magic = new Fields(yield* archive.read(0, Math.min(8, archive.size)), archive.name);
  const isThin = magic.fixedText(0, magic.size) === THIN_MAGIC;
  if (!isThin && magic.fixedText(0, magic.size) !== MAGIC) throw magic.malformed(0, 'an archive');
  const found: ArchiveMember[] = [];
  let longNames: Fields | undefined;
  let at = MAGIC.length;
  for (let count = 0; at + HEADER_SIZE <= archive.size; count++) {
    const header = new Fields(yield* archive.read(at, HEADER_SIZE), archive.name, at);
    if (count > MAX_ARCHIVE_MEMBERS) throw header.malformed(0, `at most ${MAX_ARCHIVE_MEMBERS} members`);
    if (header.u16(58) !== 0x0a60) throw header.malformed(58, "the end of a member's header");
    const size = decimalAt(header, 48, 10);
    const start = at + HEADER_SIZE;
    const shortName = header.fixedText(0, 16).trimEnd();
    const isTable = tables.test(shortName);
    const own = isThin && !isTable ? undefined : partOf(archive, `member at 0x${at.toString(16)}`, start, size);
    if (shortName === '//' && own !== undefined) longNames = new Fields(yield* readWhole(own, MAX_TABLE_BYTES), own.name);
    else if (!isTable) {
      const { name, skipped } = yield* nameOf(header, shortName, own, longNames);
      if (name === wanted)
        found.push({
          name,
          modifiedAtS: decimalAt(header, 16, 12),
          bytes: own && contentOf(archive, name, start + skipped, size - skipped),
        });
    }
    // Members begin at even offsets.
    at = start + (own === undefined ? 0 : size + (size % 2));
  }
  return found;
}

function contentOf(archive: SectionBytes, name: string, start: number, size: number): SectionBytes {
  return partOf(archive, `(${name})`, start, size);
}

function* nameOf(
  header: Fields,
  shortName: string,
  own: SectionBytes | undefined,
  longNames: Fields | undefined,
): Reading<{ readonly name: string; readonly skipped: number }> {
  const before = /^#1\/(\d+)$/.exec(shortName)?.[1];
  if (before !== undefined && own !== undefined) {
    const skipped = Number(before);
    const most = Math.min(own.size, MAX_PATH_BYTES);
    if (skipped > most) throw header.malformed(0, `a name of at most ${most} bytes`, before);
    return { name: new Fields(yield* own.read(0, skipped), own.name).fixedText(0, skipped), skipped };
  }
  const inTable = /^\/(\d+)$/.exec(shortName)?.[1];
  if (inTable !== undefined) {
    if (longNames === undefined) throw header.malformed(0, 'a table of long names before it is used');
    const line = longNames.text(Number(inTable), MAX_PATH_BYTES);
    return { name: line.slice(0, line.search(/\/?\n|$/)), skipped: 0 };
  }
  return { name: shortName.replace(/\/$/, ''), skipped: 0 };
}

function decimalAt(header: Fields, at: number, length: number): number {
  const text = header.fixedText(at, length).trim();
  if (!/^\d*$/.test(text)) throw header.malformed(at, 'a decimal number', JSON.stringify(text));
  return Number(text);
}
