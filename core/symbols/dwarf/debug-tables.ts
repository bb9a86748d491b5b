import type { DwarfSections, Reading, SectionBytes } from '../bytes/byte-source.ts';
import { byteOrZero } from '../bytes/fields.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { textAt } from './dwarf-cursor.ts';
import type { Encoding } from './encoding.ts';
import { PagedSection } from './paged-section.ts';

const dwarfSectionNames = ['info', 'abbrev', 'line', 'str', 'line_str', 'ranges', 'rnglists', 'addr', 'str_offsets'] as const;

const LEAST_BYTES = 64 << 20;
const BYTES_PER_BYTE = 16;

/**
 * Limits the bytes walked for one look-up. Sane files need each about once; in a hostile one a thousand units share one endless line
 * program.
 */
class WorkBudget {
  readonly #limit: number;
  #left: number;

  /** @param sectionBytes of all sections together */
  constructor(sectionBytes: number) {
    this.#limit = LEAST_BYTES + sectionBytes * BYTES_PER_BYTE;
    this.#left = this.#limit;
  }

  renew(): void {
    this.#left = this.#limit;
  }

  /** @throws SymbolError above the limit; `file` and `offset` say where */
  spend(bytes: number, file: string, offset: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const expected = `less than ${Math.round(this.#limit / 2 ** 20)} MB to read`;
    throw new SymbolError({ reason: 'malformed', file, offset, expected, found: 'parts that are used again and again' });
  }
}

/** The sections that entries point into. */
export class DebugTables {
  readonly work: WorkBudget;
  readonly abbrev: PagedSection;
  readonly ranges: PagedSection;
  readonly rnglists: PagedSection;
  readonly #addr: PagedSection;
  readonly #stringOffsets: PagedSection;
  readonly #texts: Readonly<Record<'str' | 'line_str', PagedSection>>;

  constructor(sections: DwarfSections) {
    const sizes = dwarfSectionNames.map((name) => sections.get(name)?.size ?? 0);
    this.work = new WorkBudget(sizes.reduce((sum, size) => sum + size, 0));
    const paged = (name: Parameters<DwarfSections['get']>[0]): PagedSection => new PagedSection(sections.get(name), name);
    this.abbrev = paged('abbrev');
    this.ranges = paged('ranges');
    this.rnglists = paged('rnglists');
    this.#addr = paged('addr');
    this.#stringOffsets = paged('str_offsets');
    this.#texts = { str: paged('str'), line_str: paged('line_str') };
  }

  text(section: 'str' | 'line_str', offset: number): string {
    const table = this.#texts[section];
    const at = table.locate(offset, 1);
    const text = textAt(table.bytes, at);
    if (text === undefined) throw table.reachesEnd ? table.unterminated(offset) : table.lacking(table.begin, table.bytes.length);
    this.work.spend(text.length, table.name, offset);
    return text;
  }

  /** By index in the unit's part of `.debug_str_offsets`. */
  indexedText(index: number, unit: Encoding & { readonly stringOffsetsBase: number }): string {
    const size = unit.is64 ? 8 : 4;
    return this.text('str', wordOf(this.#stringOffsets, unit.stringOffsetsBase + index * size, size));
  }

  /** By index in the unit's part of `.debug_addr`. */
  address(index: number, unit: Encoding & { readonly addressBase: number }): number {
    return wordOf(this.#addr, unit.addressBase + index * unit.addressSize, unit.addressSize);
  }

  /** The begin of a list, by index in the unit's part of `.debug_rnglists`. */
  rangeList(index: number, unit: Encoding & { readonly rangeListsBase: number }): number {
    const size = unit.is64 ? 8 : 4;
    return unit.rangeListsBase + wordOf(this.rnglists, unit.rangeListsBase + index * size, size);
  }

  /** Reads the sections of every look-up, while the driver may unpack `.debug_info` in the background. */
  *preload(info: SectionBytes, lines: SectionBytes | undefined): Reading<void> {
    yield* info.read(0, 0);
    for (const section of this.#all()) yield* section.preload();
    if (lines !== undefined) yield* lines.read(0, Math.min(1, lines.size));
  }

  #all(): readonly PagedSection[] {
    return [this.abbrev, this.ranges, this.rnglists, this.#addr, this.#stringOffsets, ...Object.values(this.#texts)];
  }

  /** Only between steps. */
  trim(): void {
    for (const section of this.#all()) section.trim();
  }
}

function wordOf(section: PagedSection, offset: number, size: number): number {
  const at = section.locate(offset, size);
  const { bytes } = section;
  const low = wordAt(bytes, at);
  return size === 4 ? low : low + wordAt(bytes, at + 4) * 0x1_0000_0000;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (byteOrZero(bytes, at) | (byteOrZero(bytes, at + 1) << 8) | (byteOrZero(bytes, at + 2) << 16) | (byteOrZero(bytes, at + 3) << 24)) >>> 0
  );
}
