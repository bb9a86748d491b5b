import { float64At, uint16At, uint32At } from '../../columns/at.ts';
import type { Reading } from '../bytes/byte-source.ts';
import type { FunctionStart } from '../bytes/symbol-frame.ts';
import { readNumber } from './attribute-values.ts';
import type { LoadedUnit } from './die-names.ts';
import { ATTRIBUTE } from './dwarf-constants.ts';
import { Cursor } from './dwarf-cursor.ts';
import { rowOf } from './entry-walk.ts';
import { settled } from './paged-section.ts';
import type { UnitTools } from './unit-frames.ts';
import { UnitLines } from './unit-lines.ts';

type StartTools = Pick<UnitTools, 'units' | 'lines' | 'infoName' | 'tables'>;

/** Entries read for one start. */
const MOST_ENTRIES = 64;

interface StartEntry {
  readonly loaded: LoadedUnit;
  readonly line: number | undefined;
  readonly file: number | undefined;
  readonly address: number | undefined;
  readonly origin: number | undefined;
  readonly specification: number | undefined;
}

/** Starts of functions: of the entry or of those that it completes, as with llvm. */
export class EntryStarts {
  readonly #tools: StartTools;
  readonly #starts = new Map<number, FunctionStart>();
  readonly #lines = new Map<number, UnitLines>();

  constructor(tools: StartTools) {
    this.#tools = tools;
  }

  /** @param entry offset in `.debug_info` */
  *of(entry: number): Reading<FunctionStart> {
    const known = this.#starts.get(entry);
    if (known !== undefined) return known;
    const own = yield* this.#read(entry);
    const declared = yield* this.#first(own.origin === undefined ? own : yield* this.#read(own.origin), ({ file }) => file !== undefined);
    const file = declared?.file === undefined ? undefined : yield* this.#path(declared.loaded, declared.file);
    const line = (yield* this.#first(own, (entry) => entry.line !== undefined))?.line;
    const start: FunctionStart = {
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(own.address !== undefined && { address: own.address }),
    };
    this.#starts.set(entry, start);
    return start;
  }

  /** Searches this entry and those that it completes. */
  *#first(own: StartEntry, matches: (entry: StartEntry) => boolean): Reading<StartEntry | undefined> {
    const seen = new Set<number>();
    const left = [own];
    for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
      if (matches(entry)) return entry;
      for (const reference of [entry.origin, entry.specification]) {
        if (reference === undefined || seen.has(reference) || seen.size >= MOST_ENTRIES) continue;
        seen.add(reference);
        left.push(yield* this.#read(reference));
      }
    }
    return undefined;
  }

  *#path(loaded: LoadedUnit, file: number): Reading<string | undefined> {
    const { unit } = loaded;
    const { lines, infoName, tables } = this.#tools;
    if (unit.lines === undefined || lines === undefined) return undefined;
    const read = this.#lines.get(unit.lines) ?? (yield* UnitLines.read(loaded, unit.lines, lines, infoName, tables));
    this.#lines.set(unit.lines, read);
    return yield* settled(() => read.path(file));
  }

  *#read(offset: number): Reading<StartEntry> {
    return yield* settled(() => this.#entryAt(offset));
  }

  #entryAt(offset: number): StartEntry {
    const { units, tables, infoName } = this.#tools;
    const cursor = new Cursor();
    const loaded = units.holding(offset);
    if (loaded === undefined) {
      cursor.open(new Uint8Array(0), 0, 0, offset, infoName);
      throw cursor.malformed('an entry inside a unit', 'none');
    }
    const { unit, bytes, table } = loaded;
    cursor.open(bytes, offset - unit.offset, bytes.length, unit.offset, infoName);
    const code = cursor.uleb();
    if (code === 0) throw cursor.malformed('an entry', 'the end of a list of entries');
    const row = rowOf(code, offset - unit.offset, table, cursor);
    const found = new Map<number, number | undefined>();
    const end = uint32At(table.first, row + 1);
    for (let at = uint32At(table.first, row); at < end; at++) {
      const attribute = uint16At(table.attribute, at);
      if (wanted.has(attribute))
        found.set(attribute, readNumber(cursor, uint16At(table.form, at), float64At(table.implicit, at), unit, tables));
      else table.skipAttribute(at, cursor);
    }
    return {
      loaded,
      line: found.get(ATTRIBUTE.declaredAtLine),
      file: found.get(ATTRIBUTE.declaredInFile),
      address: found.get(ATTRIBUTE.lowPc),
      origin: found.get(ATTRIBUTE.abstractOrigin),
      specification: found.get(ATTRIBUTE.specification),
    };
  }
}

const wanted: ReadonlySet<number> = new Set([
  ATTRIBUTE.declaredAtLine,
  ATTRIBUTE.declaredInFile,
  ATTRIBUTE.lowPc,
  ATTRIBUTE.abstractOrigin,
  ATTRIBUTE.specification,
]);
