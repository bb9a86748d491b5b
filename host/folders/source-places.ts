import { relative, sep } from 'node:path';
import { outerClass, packageOf } from '../../core/analysis/frames/class-names.ts';
import type { SourcePlace } from '../../core/analysis/measures/measured-session.ts';
import { walkFolder } from './folder-walk.ts';

/** A place in the workspace. */
export interface WorkspacePlace {
  /** Relative, with slashes. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

const LIMITS = { depth: 40, entries: 200_000 };
/** Built and downloaded files are not sources. */
const notSources: ReadonlySet<string> = new Set(['build', 'out', 'dist', 'target', 'DerivedData']);

/**
 * Files of the workspace that places of a session name, by their keys. The file with most folders of the package or path wins; where several
 * match alike, none does. Java's folders must be its whole package. Links are not followed, so none leads outside.
 */
export async function sourcePlaces(
  workspace: string,
  wanted: ReadonlyMap<string, SourcePlace>,
  problem: (text: string) => void,
): Promise<ReadonlyMap<string, WorkspacePlace>> {
  const names = new Set([...wanted.values()].map((place) => partsOf(place).at(-1) ?? ''));
  names.delete('');
  if (names.size === 0) return new Map();
  const sources = await WorkspaceSources.read(workspace, (name) => names.has(name), problem);
  return new Map(
    [...wanted].flatMap(([key, place]) => {
      const found = sources.placeOf(place);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );
}

/** Files of a workspace by their names, to find the places of sessions by the rules of `sourcePlaces`. */
export class WorkspaceSources {
  readonly #files: ReadonlyMap<string, readonly (readonly string[])[]>;

  private constructor(files: ReadonlyMap<string, readonly (readonly string[])[]>) {
    this.#files = files;
  }

  static async read(workspace: string, isWanted: (name: string) => boolean, problem: (text: string) => void): Promise<WorkspaceSources> {
    const found = new Map<string, string[][]>();
    const walk = {
      limits: LIMITS,
      links: 'skip',
      folder: (name: string) => (notSources.has(name) ? 'skip' : 'enter'),
      file: isWanted,
    } as const;
    for await (const { path } of walkFolder(workspace, walk, { problem })) {
      const parts = relative(workspace, path).split(sep);
      const name = parts.at(-1) ?? '';
      const same = found.get(name);
      if (same === undefined) found.set(name, [parts]);
      else same.push(parts);
    }
    return new WorkspaceSources(found);
  }

  /** Undefined where no file matches, or several do alike. */
  placeOf(place: SourcePlace): WorkspacePlace | undefined {
    const parts = partsOf(place);
    const best = bestMatch(parts, this.#files.get(parts.at(-1) ?? '') ?? []);
    return best === undefined ? undefined : { path: best.join('/'), line: Math.max(1, place.line) };
  }
}

/** Java's folders are its packages; Kotlin's may leave out the first ones. */
function partsOf({ class: className, path }: SourcePlace): readonly string[] {
  const file = path.split(/[\\/]/).filter((part) => part !== '');
  if (file.length > 1 || className === '') return file;
  const folders = packageOf(outerClass(className));
  return folders === '' ? file : [...folders.split('.'), ...file];
}

function bestMatch(wanted: readonly string[], candidates: readonly (readonly string[])[]): readonly string[] | undefined {
  const scored = candidates.map((parts) => ({ parts, shared: sharedEnd(wanted, parts) }));
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  if (wanted.at(-1)?.endsWith('.java') === true && most < wanted.length) return undefined;
  const best = scored.filter(({ shared }) => shared === most);
  return best.length === 1 ? best[0]?.parts : undefined;
}

function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let shared = 0;
  while (shared < one.length && shared < other.length && one.at(-1 - shared) === other.at(-1 - shared)) shared++;
  return shared;
}
