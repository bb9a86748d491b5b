import { field, isObject, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { SourcePlace } from '../import/names/script-places.ts';
import { FunctionMap } from './function-map.ts';
import { MOST_SEGMENTS, Segments } from './segments.ts';

/** Metro writes one for each module. */
const MOST_SECTIONS = 1 << 17;
/** Hermes' segment of the main bundle. */
const MAIN_SEGMENT = '0';

interface Section {
  readonly line: number;
  readonly column: number;
  readonly map: BasicMap;
}

/** A source map of revision 3 (ECMA-426), also of Metro. Lines and columns of its script count from 0. */
export class SourceMap {
  /** The script as the map names it; '' if it doesn't. */
  readonly file: string;
  /** Begins of functions in Hermes' bytecode; undefined for a map of a script. */
  readonly functionBegins: ReadonlySet<unknown> | undefined;
  readonly #sections: readonly Section[];

  constructor(value: unknown) {
    this.file = textField(value, 'file');
    const begins = field(field(value, 'x_hermes_function_offsets'), MAIN_SEGMENT);
    this.functionBegins = Array.isArray(begins) ? new Set<unknown>(begins) : undefined;
    this.#sections = sectionsOf(value);
  }

  /** True for the form of a source map. */
  static looksLike(value: unknown): boolean {
    return numberField(value, 'version') === 3 && (typeof field(value, 'mappings') === 'string' || listField(value, 'sections').length > 0);
  }

  /** False if a part of its mappings is damaged. */
  get isWhole(): boolean {
    return this.#sections.every(({ map }) => map.segments.isWhole);
  }

  at(line: number, column: number): SourcePlace | undefined {
    let [from, to] = [0, this.#sections.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const section = this.#sections[middle];
      if (section !== undefined && (section.line - line || section.column - column) <= 0) from = middle + 1;
      else to = middle;
    }
    const section = this.#sections[from - 1];
    if (section === undefined) return undefined;
    return section.map.at(line - section.line, line === section.line ? column - section.column : column);
  }
}

/** A map without sections. */
class BasicMap {
  readonly segments: Segments;
  readonly #value: unknown;
  readonly #functions = new Map<number, FunctionMap>();

  constructor(value: unknown, room: number) {
    this.#value = value;
    this.segments = new Segments(textField(value, 'mappings'), room);
  }

  at(line: number, column: number): SourcePlace | undefined {
    const found = this.segments.at(line, column);
    if (found === undefined) return undefined;
    const file = listField(this.#value, 'sources')[found.source];
    if (typeof file !== 'string') return undefined;
    const root = textField(this.#value, 'sourceRoot');
    const name = listField(this.#value, 'names')[found.name];
    return {
      function: this.#functionsOf(found.source).nameAt(found.line, found.column),
      name: typeof name === 'string' ? name : '',
      file: root === '' ? file : `${root.replace(/\/$/, '')}/${file}`,
      line: found.line + 1,
    };
  }

  #functionsOf(source: number): FunctionMap {
    const known = this.#functions.get(source) ?? new FunctionMap(listField(this.#value, 'x_facebook_sources')[source]);
    this.#functions.set(source, known);
    return known;
  }
}

/** Sections may hold sections. */
function sectionsOf(value: unknown): readonly Section[] {
  const found: Section[] = [];
  let room = MOST_SEGMENTS;
  const waiting = [{ value, line: 0, column: 0 }];
  for (let next = waiting.pop(); next !== undefined && found.length < MOST_SECTIONS; next = waiting.pop()) {
    const { line, column } = next;
    const inner = listField(next.value, 'sections');
    if (inner.length === 0) {
      const map = new BasicMap(next.value, room);
      room -= map.segments.length;
      found.push({ line, column, map });
    }
    for (const each of inner) {
      const offset = field(each, 'offset');
      const map = field(each, 'map');
      const [lines, columns] = [numberField(offset, 'line') ?? 0, numberField(offset, 'column') ?? 0];
      if (isObject(map)) waiting.push({ value: map, line: line + lines, column: columns + (lines === 0 ? column : 0) });
    }
  }
  return found.sort((one, other) => one.line - other.line || one.column - other.column);
}
