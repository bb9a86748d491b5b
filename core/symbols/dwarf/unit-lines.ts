import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import type { DebugTables } from './debug-tables.ts';
import type { LoadedUnit } from './die-names.ts';
import { Cursor } from './dwarf-cursor.ts';
import { entryText, LINE_LENGTH_BYTES, type LineHeader, lineProgramSize, readLineHeader } from './line-header.ts';
import { findRows } from './line-program.ts';
import type { LineRows } from './line-rows.ts';
import { settled } from './paged-section.ts';
import { readUnitTexts } from './unit-root.ts';

export class UnitLines {
  readonly #loaded: LoadedUnit;
  readonly #header: LineHeader;
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  readonly #name: string;
  readonly #tables: DebugTables;
  readonly #infoName: string;
  readonly #paths = new Map<number, string | undefined>();
  #directory: string | undefined;

  private constructor(
    loaded: LoadedUnit,
    header: LineHeader,
    bytes: Uint8Array,
    offset: number,
    name: string,
    infoName: string,
    tables: DebugTables,
  ) {
    this.#loaded = loaded;
    this.#header = header;
    this.#bytes = bytes;
    this.#offset = offset;
    this.#name = name;
    this.#infoName = infoName;
    this.#tables = tables;
  }

  /** @param offset in `.debug_line` */
  static *read(loaded: LoadedUnit, offset: number, lines: SectionBytes, infoName: string, tables: DebugTables): Reading<UnitLines> {
    const { name } = lines;
    const begin = yield* lines.read(offset, Math.max(0, Math.min(LINE_LENGTH_BYTES, lines.size - offset)));
    const bytes = yield* lines.read(offset, lineProgramSize(begin, offset, lines.size, name));
    tables.work.spend(bytes.length, name, offset);
    const header = yield* settled(() => readLineHeader(bytes, offset, name, loaded.unit));
    return new UnitLines(loaded, header, bytes, offset, name, infoName, tables);
  }

  /** @param addresses ascending */
  rows(addresses: Float64Array, zeroIsDead: boolean): LineRows {
    return findRows(this.#header, this.#bytes, this.#offset, this.#name, addresses, zeroIsDead);
  }

  /**
   * Undefined when there is no such file.
   * @throws MissingBytes
   */
  path(file: number): string | undefined {
    const known = this.#paths.get(file);
    if (known !== undefined || this.#paths.has(file)) return known;
    const path = this.#compose(file);
    this.#paths.set(file, path);
    return path;
  }

  #compose(number: number): string | undefined {
    const { version, files, directories } = this.#header;
    // From version 5 on counted from 0. Before, from 1; directory 0 is the compilation directory.
    const first = version >= 5 ? 0 : 1;
    const file = files[number - first];
    const name = file === undefined ? undefined : this.#text(file);
    if (file === undefined || name === undefined) return undefined;
    const directory = directories[file.directory - first];
    return composePath(version, file.directory, this.#compilation(), directory === undefined ? undefined : this.#text(directory), name);
  }

  #text(entry: LineHeader['files'][number]): string | undefined {
    return entryText(entry, this.#bytes, this.#offset, this.#name, this.#header, this.#tables);
  }

  #compilation(): string {
    if (this.#directory === undefined) {
      const { unit, bytes, table } = this.#loaded;
      const cursor = new Cursor().open(bytes, unit.root - unit.offset, bytes.length, unit.offset, this.#infoName);
      this.#directory = readUnitTexts(unit, cursor, table, this.#tables).directory;
    }
    return this.#directory;
  }
}

/**
 * Compilation directory, directory and name, as llvm-symbolizer joins them. An absolute part replaces those before it.
 * @param version from 5 on directory 0 is the compilation directory
 * @param directory undefined when the table has none
 */
function composePath(version: number, directoryIndex: number, compilation: string, directory: string | undefined, name: string): string {
  if (isAbsolute(name)) return name;
  const inside = directory ?? '';
  const prefix = (version < 5 || directoryIndex !== 0) && !isAbsolute(inside) ? compilation : '';
  return [prefix, inside, name].reduce(joined, '');
}

/** Builds come from Windows, too. */
function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

function joined(path: string, part: string): string {
  if (path === '' || part === '') return path + part;
  return path.endsWith('/') ? path + part.replace(/^\/+/, '') : part.startsWith('/') ? path + part : `${path}/${part}`;
}
