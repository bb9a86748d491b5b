import { LaglensError } from '../../../../core/errors.ts';
import { countedNoun } from '../../../../core/text/counted-noun.ts';
import type { ByteSource } from '../import/byte-source.ts';
import { unreadable } from '../import/import-errors.ts';
import { ImportReport } from '../import/import-report.ts';
import { jsonOf } from '../import/json.ts';
import type { ScriptPlace, ScriptPlaces, SourcePlace } from '../import/names/script-places.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { SourceMap } from './source-map.ts';

/** Names of React Native's build plugins. */
const USUAL = ['index.android.bundle.map', 'main.jsbundle.map', 'index.ios.bundle.map'] as const;
/** Bundles of Metro and other tools. */
const BUNDLE = /\.(?:bundle|jsbundle|hbc|min\.js)$/;
/** Hermes' own functions, which no map of the app has. */
const INTERNAL = 'InternalBytecode.js';

/** Names of a profile's JavaScript by its source map. */
export class ScriptNames implements ScriptPlaces {
  readonly #map: SourceMap;
  readonly #name: string;
  readonly #isGiven: boolean;
  #named = 0;
  #unknown = 0;
  /** Places in bytecode without a map of it, or the reverse. */
  #otherKind = 0;
  /** Functions that begin elsewhere in the map's build. */
  #otherBuild = 0;

  /** @param isGiven the user named it for this profile */
  constructor(map: SourceMap, name: string, isGiven: boolean) {
    this.#map = map;
    this.#name = name;
    this.#isGiven = isGiven;
  }

  /** Undefined for a place that the map does not name. */
  at({ url, line, column, begin, isBytecode }: ScriptPlace): SourcePlace | undefined {
    if (line < 0 || column < 0 || !this.#isOf(url, isBytecode === true)) return undefined;
    const { functionBegins } = this.#map;
    if (isBytecode !== undefined && isBytecode !== (functionBegins !== undefined)) {
      this.#otherKind++;
      return undefined;
    }
    // A place in the bundle is rarely a function's begin in the bytecode.
    if (functionBegins !== undefined && (line > 0 || (begin !== undefined && !functionBegins.has(begin.column)))) {
      this.#otherBuild++;
      return undefined;
    }
    const found = this.#map.at(line, column);
    if (found === undefined) this.#unknown++;
    else this.#named++;
    const name = begin === undefined ? '' : (this.#map.at(begin.line, begin.column)?.name ?? '');
    return found && { ...found, function: found.function || name };
  }

  /** Tells how many places have names, and why others have none. */
  sayTo(report: ImportReport): void {
    for (const sentence of this.#sentences) report.assumed(sentence);
  }

  get #sentences(): readonly string[] {
    const places = this.#named + this.#unknown + this.#otherKind + this.#otherBuild;
    if (places === 0) return this.#isGiven ? [`${this.#name} names nothing: the profile has no places in its script.`] : [];
    const of = countedNoun(places, 'places of JavaScript');
    const named = `${this.#name} names ${this.#named.toLocaleString('en')} of ${of}; a profile does not say which build it is of.`;
    return [
      ...(this.#named === 0 ? [] : [named]),
      ...(this.#otherKind === 0 ? [] : [this.#whyOtherKind]),
      ...(this.#otherBuild === 0
        ? []
        : [`${this.#name} is of another build for ${this.#otherBuild.toLocaleString('en')} of ${of}, whose functions begin elsewhere.`]),
      ...(this.#unknown === 0 ? [] : [`${this.#name} has no source for ${this.#unknown.toLocaleString('en')} of ${of}.`]),
    ];
  }

  get #whyOtherKind(): string {
    return this.#map.functionBegins === undefined
      ? `${this.#name} is the bundle’s, but the profile is of Hermes’ bytecode: it needs the map that React Native’s compose-source-maps.js makes.`
      : `${this.#name} is of Hermes’ bytecode, but the profile has places in the bundle: it needs the bundle’s own map.`;
  }

  /** A map beside the profile names its own script only. */
  #isOf(url: string, isBytecode: boolean): boolean {
    const path = url.split(/[?#]|\/\/&/, 1)[0] ?? '';
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name === INTERNAL) return false;
    if (isBytecode && (this.#isGiven || name === '')) return true;
    return name !== '' && (`${name}.map` === this.#name || name === this.#map.file || (this.#isGiven && BUNDLE.test(name)));
  }
}

/**
 * Names the profile's JavaScript by the map that the user gave, or that lies beside it. Call `sayTo` at the end.
 * Rejects with LaglensError for a given one that cannot be read.
 */
export async function scriptNames({ source, sourceMap, beside, report, builder }: ImportTask): Promise<ScriptNames | undefined> {
  const given = sourceMap ?? (await beside?.(`${source.name}.map`));
  const files = given === undefined ? USUAL.map((name) => async () => beside?.(name)) : [async () => given];
  for (const open of files) {
    const file = await open();
    if (file === undefined) continue;
    const map = await mapOf(file);
    if (map instanceof SourceMap) {
      const names = new ScriptNames(map, file.name, given !== undefined);
      builder.scripts = names;
      return names;
    }
    if (sourceMap !== undefined) throw map;
    report.assumed(`${map.message} It names nothing.`);
  }
  return undefined;
}

async function mapOf(file: ByteSource): Promise<SourceMap | LaglensError> {
  const read = new ImportReport(file.name);
  try {
    const value = await jsonOf(file, read, 'a source map');
    const map = SourceMap.looksLike(value) ? new SourceMap(value) : undefined;
    if (map?.isWhole === true && !read.isTruncated) return map;
    const why = map === undefined ? 'is no source map of revision 3' : 'is cut or damaged, or has more than 8 million mappings';
    return unreadable('format-unreadable', `${file.name} ${why}.`, 'Name the map that the build wrote, whole.');
  } catch (error) {
    if (error instanceof LaglensError) return error;
    throw error;
  }
}
