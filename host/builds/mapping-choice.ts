import type { Builds } from './build-index.ts';
import type { FoundMapping } from './found-build.ts';
import { packageOf, type RunSymbols } from './run-symbols.ts';
import type { SeenMethod, SymbolAnswers } from './symbol-questions.ts';
import type { SymbolSource } from './symbol-thread.ts';

/** Which mapping is right for a run's classes. */
export type MappingChoice =
  /** The classes name it. */
  | { readonly kind: 'exact'; readonly neededId: string; readonly mapping: FoundMapping }
  /** They name none, but it knows all that was seen. */
  | { readonly kind: 'nearest'; readonly mapping: FoundMapping }
  /** They name one that isn't here. */
  | { readonly kind: 'missing'; readonly neededId: string; readonly nearest: FoundMapping | undefined }
  /** Nothing says that the app was shrunk, or no mapping is near. */
  | { readonly kind: 'none' };

/** Ids in source files may be the first letters of a map's hash; fewer than these would be no id. */
const FEWEST_ID_LETTERS = 7;
/** Mappings that are compared with what was seen, newest first. */
const MOST_COMPARED = 5;

export async function chooseMapping(builds: Builds, symbols: SymbolSource, run: RunSymbols): Promise<MappingChoice> {
  const ids = idsByClasses(run);
  if (ids.length === 0 && run.seen.length === 0) return { kind: 'none' };
  const mappings = await builds.mappings();
  for (const [neededId] of ids) {
    const mapping = mappings.find(({ facts }) => isId(neededId, facts));
    if (mapping !== undefined) return { kind: 'exact', neededId, mapping };
  }
  const [neededId = ''] = ids[0] ?? [];
  if (!isShrunkWith(neededId, run)) return nearestThatFits(mappings, symbols, run);
  return { kind: 'missing', neededId, nearest: nearestOf(mappings, run) };
}

/** Mapping ids that classes name, with how many do; most first. */
function idsByClasses({ mappings }: RunSymbols): readonly (readonly [id: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const [, { id }] of mappings) if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/**
 * An app that wasn't shrunk may hold libraries that were, which name mappings of their own: nobody lacks those. So the app's own
 * classes decide, those that kept their place; of an app that has none, most of all classes.
 */
function isShrunkWith(id: string, { mappings }: RunSymbols): boolean {
  if (id === '') return false;
  const all = { classes: mappings.size, naming: 0 };
  const own = { classes: 0, naming: 0 };
  for (const [, mapping] of mappings) {
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

/** To tell of, never to use: a build of the same app, else one of which the app isn't known. */
function nearestOf(mappings: readonly FoundMapping[], run: RunSymbols): FoundMapping | undefined {
  return mappings.find((mapping) => isOfApp(mapping, run)) ?? mappings.find(({ applicationIds }) => applicationIds.length === 0);
}

/**
 * Of the same application id, and it knows all classes and methods that were seen, some of them by other names: an app that wasn't
 * shrunk at all has classes in a mapping, too.
 */
async function nearestThatFits(mappings: readonly FoundMapping[], symbols: SymbolSource, run: RunSymbols): Promise<MappingChoice> {
  for (const mapping of mappings.filter((one) => isOfApp(one, run)).slice(0, MOST_COMPARED)) {
    const { unknown, renamed } = await fits(mapping, symbols, run.seen);
    if (unknown.length === 0 && renamed > 0) return { kind: 'nearest', mapping };
  }
  return { kind: 'none' };
}

/** Of the methods of one question, so that none holds up a thread that hands it on. */
const METHODS_AT_ONCE = 1_000;

/** Compares a mapping with what was seen, up to the first methods that it does not know. */
export async function fits(
  { path, size, modifiedMs }: FoundMapping,
  symbols: SymbolSource,
  seen: readonly SeenMethod[],
): Promise<SymbolAnswers['fits']> {
  let renamed = 0;
  for (let at = 0; at < seen.length; at += METHODS_AT_ONCE) {
    const methods = seen.slice(at, at + METHODS_AT_ONCE);
    const { answer } = await symbols.ask({ ask: 'fits', path, version: { size, modifiedMs }, methods });
    renamed += answer.renamed;
    if (answer.unknown.length > 0) return { unknown: answer.unknown, renamed };
  }
  return { unknown: [], renamed };
}
