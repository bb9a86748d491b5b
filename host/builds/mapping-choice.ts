import type { Builds } from './build-index.ts';
import { searchedIn } from './build-report-text.ts';
import { packageOf } from './class-mappings.ts';
import type { FoundMapping } from './found-build.ts';
import type { RunSymbols } from './run-symbols.ts';
import type { SeenMethod, SymbolAnswers } from './symbol-questions.ts';
import type { SymbolSource } from './symbol-thread.ts';

/** The mapping of a run's classes. */
export type MappingChoice =
  /** The classes name it. */
  | { readonly kind: 'exact'; readonly neededId: string; readonly mapping: FoundMapping }
  /** The classes name none, but it knows everything seen. One that the user named may lack some. */
  | { readonly kind: 'nearest'; readonly mapping: FoundMapping; readonly lacks: readonly string[] }
  /** The classes name one that is missing here. */
  | { readonly kind: 'missing'; readonly neededId: string; readonly nearest: FoundMapping | undefined }
  /** The user named one that does not fit. */
  | { readonly kind: 'unfit'; readonly mapping: FoundMapping; readonly why: string }
  /** The app was not shrunk, or no mapping is near. */
  | { readonly kind: 'none'; readonly why: string };

/** Ids in source files may be the begin of a map's hash; shorter ones would be ambiguous. */
const FEWEST_ID_LETTERS = 7;
/** Mappings to compare with the seen methods, newest first. */
const MOST_COMPARED = 5;

export async function chooseMapping(builds: Builds, symbols: SymbolSource, run: RunSymbols): Promise<MappingChoice> {
  const ids = idsByClasses(run);
  if (ids.length === 0 && run.mappings.seen.length === 0) return { kind: 'none', why: 'The session has no classes of an app.' };
  const mappings = await builds.mappings();
  for (const [neededId] of ids) {
    const mapping = mappings.find(({ facts }) => isId(neededId, facts));
    if (mapping !== undefined) return { kind: 'exact', neededId, mapping };
  }
  const [neededId = ''] = ids[0] ?? [];
  if (!isShrunkWith(neededId, run)) return nearestThatFits(mappings, symbols, run, builds.places);
  return { kind: 'missing', neededId, nearest: nearestOf(mappings, run) };
}

/** Mapping ids by the number of classes that name them, most first. */
function idsByClasses({ mappings }: RunSymbols): readonly (readonly [id: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { id } of mappings.values()) if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/**
 * An unshrunk app may contain shrunk libraries, which name mappings that nobody needs. So the app's own classes
 * decide, or all classes where it has none.
 */
function isShrunkWith(id: string, { mappings }: RunSymbols): boolean {
  if (id === '') return false;
  const all = { classes: mappings.size, naming: 0 };
  const own = { classes: 0, naming: 0 };
  for (const mapping of mappings.values()) {
    const naming = mapping.id === id ? 1 : 0;
    all.naming += naming;
    if (!mapping.isOwn) continue;
    own.classes++;
    own.naming += naming;
  }
  const deciding = own.classes > 0 ? own : all;
  return deciding.naming * 2 > deciding.classes;
}

function isId(needed: string, { id, hash }: FoundMapping['facts']): boolean {
  return needed === id || (needed.length >= FEWEST_ID_LETTERS && hash.startsWith(needed));
}

function isOfApp({ applicationIds }: FoundMapping, { app }: RunSymbols): boolean {
  return applicationIds.includes(packageOf(app));
}

/** For reports only: a build of the same app, else one of an unknown app. */
function nearestOf(mappings: readonly FoundMapping[], run: RunSymbols): FoundMapping | undefined {
  return mappings.find((mapping) => isOfApp(mapping, run)) ?? mappings.find(({ applicationIds }) => applicationIds.length === 0);
}

/**
 * A mapping of the same application id, or one that the user named, that knows everything seen and renames some of it. An unshrunk app's
 * classes are in mappings, too. Failing these the user's own one that knows most methods.
 */
async function nearestThatFits(
  mappings: readonly FoundMapping[],
  symbols: SymbolSource,
  run: RunSymbols,
  places: readonly string[],
): Promise<MappingChoice> {
  const compared = [...mappings]
    .sort((one, other) => Number(other.isNamed) - Number(one.isNamed))
    .filter((one) => one.isNamed || isOfApp(one, run))
    .slice(0, MOST_COMPARED);
  const named: { readonly mapping: FoundMapping; readonly fit: SymbolAnswers['fits'] }[] = [];
  for (const mapping of compared) {
    const fit = await fits(mapping, symbols, run.mappings.seen);
    if (fit.unknown.length === 0 && fit.renamed > 0) return { kind: 'nearest', mapping, lacks: [] };
    if (mapping.isNamed) named.push({ mapping, fit });
  }
  const [best] = named.sort((one, other) => other.fit.known - one.fit.known);
  if (best === undefined) return { kind: 'none', why: whyNone(mappings, run, places) };
  const { mapping, fit } = best;
  const seen = run.mappings.seen.length;
  if (fit.renamed > 0 && fit.known * 2 >= Math.min(seen, METHODS_AT_ONCE)) return { kind: 'nearest', mapping, lacks: fit.unknown };
  const lacks = fit.unknown.length === 0 ? '' : `, and lacks ${lackedText(fit.unknown)}`;
  const why =
    fit.renamed === 0
      ? `It renamed nothing of the app${lacks}: the app that ran was not shrunk with it.`
      : `It knows ${fit.known} of ${seen} seen methods${lacks}: it is of another build or app.`;
  return looksShrunk(run) ? { kind: 'unfit', mapping, why } : { kind: 'none', why: `${mapping.path}: ${why}` };
}

/** The first three of them. */
export function lackedText(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and more` : names.join(', ');
}

/** R8's and ProGuard's names have one or two letters. */
function looksShrunk({ mappings }: RunSymbols): boolean {
  return mappings.seen.some(({ class: owner }) => /(?:^|[.$])[a-z][a-z0-9]?$/.test(owner));
}

function whyNone(mappings: readonly FoundMapping[], { app }: RunSymbols, places: readonly string[]): string {
  if (mappings.length === 0) return `No mapping was found. ${searchedIn(places)}`;
  return `No mapping of ${packageOf(app)} fits; ${mappings.length === 1 ? 'one of another app or build was' : `${mappings.length} of other apps or builds were`} found. Name the app’s own mapping.txt.`;
}

/** Methods per question, so that no question blocks a thread. */
const METHODS_AT_ONCE = 1_000;

/** Compares a mapping with seen methods, up to the first unknown ones. */
export async function fits(
  { path, size, modifiedMs }: FoundMapping,
  symbols: SymbolSource,
  seen: readonly SeenMethod[],
): Promise<SymbolAnswers['fits']> {
  let [renamed, known] = [0, 0];
  for (let at = 0; at < seen.length; at += METHODS_AT_ONCE) {
    const methods = seen.slice(at, at + METHODS_AT_ONCE);
    const { answer } = await symbols.ask({ ask: 'fits', path, version: { size, modifiedMs }, methods });
    renamed += answer.renamed;
    known += answer.known;
    if (answer.unknown.length > 0) return { unknown: answer.unknown, renamed, known };
  }
  return { unknown: [], renamed, known };
}
