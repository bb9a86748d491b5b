interface MappedLine {
  /** Without folders. */
  readonly sourceFile: string;
  /** Dotted class compiled from this file, '' if unknown. */
  readonly class: string;
  readonly line: number;
}

/** One line of a `*L` section: `inputLine # file , repeat : outputLine , increment`. */
interface LineRange {
  readonly inputLine: number;
  readonly file: number;
  readonly repeat: number;
  readonly outputLine: number;
  readonly increment: number;
}

interface Stratum {
  readonly files: Map<number, { readonly name: string; readonly path: string }>;
  readonly ranges: LineRange[];
}

/** More than any compiler writes for a class; hostile maps are cut here. */
const MOST_RANGES = 20_000;

/**
 * A class's source map (SourceDebugExtension) by JSR-45 "Debugging Support for Other Languages" 1.0. Of Kotlin's two strata, `Kotlin` maps
 * each line to its source, including inlined functions past the file's end; `KotlinDebug` maps the latter to the calling line.
 */
export class SourceMap {
  readonly #strata = new Map<string, Stratum>();
  readonly #default: string;

  /** Never throws: malformed parts are skipped. */
  constructor(text: string) {
    const lines = text.split(/\r\n|\r|\n/);
    this.#default = lines[0] === 'SMAP' ? (lines[2] ?? '') : '';
    if (lines[0] === 'SMAP') this.#parse(lines);
  }

  source(line: number): MappedLine | undefined {
    return find(this.#strata.get('Kotlin') ?? this.#strata.get(this.#default), line);
  }

  /** The inlined function's call, if any. */
  call(line: number): MappedLine | undefined {
    return find(this.#strata.get('KotlinDebug'), line);
  }

  #parse(lines: readonly string[]): void {
    let stratum: Stratum | undefined;
    let section = '';
    let file = 0;
    let ranges = 0;
    for (let at = 3; at < lines.length; at++) {
      const line = lines[at] ?? '';
      if (line.startsWith('*')) {
        section = line.slice(0, 2);
        if (section === '*E') return;
        if (section === '*S') {
          stratum = { files: new Map(), ranges: [] };
          this.#strata.set(line.slice(2).trim(), stratum);
          file = 0;
        }
      } else if (section === '*F' && stratum !== undefined) {
        const entry = /^(\+ )?(\d+) (.*)$/.exec(line);
        if (entry === null) continue;
        const [, hasPath, id, name = ''] = entry;
        stratum.files.set(Number(id), { name, path: hasPath === undefined ? '' : (lines[++at] ?? '') });
      } else if (section === '*L' && stratum !== undefined && ranges < MOST_RANGES) {
        const range = parseRange(line, file);
        if (range === undefined) continue;
        file = range.file;
        stratum.ranges.push(range);
        ranges++;
      }
    }
  }
}

function parseRange(line: string, fileBefore: number): LineRange | undefined {
  const parts = /^(\d{1,9})(?:#(\d{1,9}))?(?:,(\d{1,9}))?:(\d{1,9})(?:,(\d{1,9}))?$/.exec(line);
  if (parts === null) return undefined;
  const [, inputLine, file, repeat, outputLine, increment] = parts;
  return {
    inputLine: Number(inputLine),
    file: file === undefined ? fileBefore : Number(file),
    repeat: Number(repeat ?? 1),
    outputLine: Number(outputLine),
    increment: Number(increment ?? 1),
  };
}

function find(stratum: Stratum | undefined, line: number): MappedLine | undefined {
  for (const range of stratum?.ranges ?? []) {
    const { inputLine, outputLine, repeat, increment } = range;
    const offset = line - outputLine;
    // With an increment of 0, all input lines share one output line.
    const index = increment === 0 ? offset : Math.floor(offset / increment);
    if (offset < 0 || index >= (increment === 0 ? 1 : repeat)) continue;
    const file = stratum?.files.get(range.file);
    if (file === undefined) continue;
    return { sourceFile: file.name, class: file.path.replaceAll('/', '.'), line: inputLine + index };
  }
  return undefined;
}
