import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../core/errors.ts';
import { guarded } from '../../core/guarded.ts';
import type { Candidate, CandidateKind, Finder, WantedImage } from '../folders/finder.ts';
import { symbolPath } from './finders/symbol-paths.ts';
import type { FoundMapping, FoundNative } from './found-build.ts';
import { type IndexedFile, readIndex, writeIndex } from './index-store.ts';
import type { FileFacts } from './symbol-questions.ts';
import { type WatchFolders, watchFolders } from './watch-folders.ts';

export interface BuildIndexOptions {
  readonly finders: readonly Finder[];
  /** Reads what a file says it is; rejects when it can't. */
  identify(path: string, kind: CandidateKind): Promise<readonly FileFacts[]>;
  /** Folder in which it is kept from start to start; not kept when left out. */
  readonly folder?: string;
  readonly watch?: WatchFolders;
  log?(line: string): void;
}

/** Where local builds are found by their ids. */
export interface Builds {
  /** Places that are searched, for people. */
  readonly places: readonly string[];
  /** Files of the same id, the one that tells most first. */
  native(image: WantedImage): Promise<readonly FoundNative[]>;
  /** All mappings, the newest first. */
  mappings(): Promise<readonly FoundMapping[]>;
  /** Told when a build has changed, until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Searches a file or folder that the user named, from now on. */
  locate(path: string): void;
  /** Searches again at the next question. */
  forget(): void;
}

const MOST_CANDIDATES = 20_000;
const MOST_PROBLEMS = 100;

/**
 * Local builds by id. What files say is kept with their size and time, so that each is read once as long as it stays the same. Places
 * are searched at the first question that what is kept can't answer, and then when something has changed there.
 */
export class BuildIndex implements Builds {
  readonly #options: BuildIndexOptions;
  readonly #finders: Finder[];
  readonly #files = new Map<string, IndexedFile>();
  readonly #listeners = new Set<() => void>();
  #problems: string[] = [];
  #search: Promise<void> | undefined;
  #watched: { close(): void } | undefined;
  #isClosed = false;
  /** A file was read that the kept index does not know. */
  #hasChanges = false;

  private constructor(options: BuildIndexOptions, kept: readonly IndexedFile[]) {
    this.#options = options;
    this.#finders = [...options.finders];
    for (const file of kept.slice(0, MOST_CANDIDATES)) this.#files.set(file.path, file);
  }

  static async open(options: BuildIndexOptions): Promise<BuildIndex> {
    return new BuildIndex(options, options.folder === undefined ? [] : await readIndex(options.folder));
  }

  get places(): readonly string[] {
    return this.#finders.map(({ place }) => place);
  }

  /** What could not be searched, or read, as sentences. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  async native(image: WantedImage): Promise<readonly FoundNative[]> {
    if (image.id === '') return [];
    const kept = await this.#natives(image.id);
    if (kept[0]?.facts.hasDebugInfo === true) return kept;
    await this.#searched();
    const found = await this.#natives(image.id);
    if (found[0]?.facts.hasDebugInfo === true) return found;
    await this.#searchFor(image, found);
    return this.#natives(image.id);
  }

  async mappings(): Promise<readonly FoundMapping[]> {
    await this.#searched();
    const found: FoundMapping[] = [];
    for (const { facts = [], ...file } of this.#files.values()) {
      for (const fact of facts) if (fact.kind === 'mapping' && (await isSame(file))) found.push({ ...file, facts: fact });
    }
    return found.sort((a, b) => b.modifiedMs - a.modifiedMs);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  locate(path: string): void {
    if (!this.#finders.some(({ place }) => place === path)) this.#finders.unshift(symbolPath(path));
    this.forget();
  }

  forget(): void {
    this.#search = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#watched?.close();
    this.#listeners.clear();
  }

  async #natives(id: string): Promise<readonly FoundNative[]> {
    const found: FoundNative[] = [];
    for (const { facts = [], ...file } of this.#files.values()) {
      for (const fact of facts) {
        if (fact.kind === 'native' && fact.id === id && (await isSame(file))) found.push({ ...file, facts: fact });
      }
    }
    // Debug information first; of files with as much of it, the one that was stripped least.
    return found.sort((a, b) => Number(b.facts.hasDebugInfo) - Number(a.facts.hasDebugInfo) || b.size - a.size);
  }

  #searched(): Promise<void> {
    this.#search ??= this.#searchAll();
    return this.#search;
  }

  async #searchAll(): Promise<void> {
    const watched = new Set<string>();
    const seen = new Set<string>();
    this.#problems = [];
    for (const finder of [...this.#finders]) {
      const report = { problem: (text: string) => this.#problem(text), watch: (folder: string) => void watched.add(folder) };
      for await (const candidate of finder.candidates(report)) {
        if (seen.size >= MOST_CANDIDATES || seen.has(candidate.path)) continue;
        seen.add(candidate.path);
        // Archives are large, and mostly hold what lies beside them: they are read when nothing else answers.
        await this.#take(candidate, candidate.kind !== 'archive');
      }
    }
    // What is in no place any more may still be there, found for another workspace; what is gone is forgotten.
    for (const path of [...this.#files.keys()]) if (!seen.has(path) && !(await exists(path))) this.#files.delete(path);
    if (this.#isClosed) return;
    this.#watched?.close();
    this.#watched = (this.#options.watch ?? watchFolders)(
      [...watched],
      guarded(
        () => this.#changed(),
        (error) => this.#problem(messageOf(error)),
      ),
    );
    await this.#keep();
  }

  /** Looks into archives, places too large to be listed, and where files without debug information say that it is. */
  async #searchFor(image: WantedImage, known: readonly FoundNative[]): Promise<void> {
    const report = { problem: (text: string) => this.#problem(text), watch: () => undefined };
    for (const finder of [...this.#finders]) {
      for await (const candidate of finder.forImage?.(image, report) ?? []) await this.#take(candidate, true);
    }
    for (const { path, facts } of known) {
      if (facts.debugLink === '' || facts.entry !== '') continue;
      const folder = dirname(path);
      for (const place of [folder, join(folder, '.debug'), join('/usr/lib/debug', folder)]) {
        await this.#take({ path: join(place, facts.debugLink), kind: 'native', foundBy: `.gnu_debuglink of ${path}` }, true);
      }
    }
    if ((await this.#natives(image.id)).some(({ facts }) => facts.hasDebugInfo)) return this.#keep();
    for (const { facts, ...file } of [...this.#files.values()])
      if (file.kind === 'archive' && facts === undefined) await this.#take(file, true);
    if (this.#hasChanges) await this.#keep();
  }

  async #take(candidate: Candidate, isRead: boolean): Promise<void> {
    const { path, kind, foundBy, variant = '', applicationIds = [] } = candidate;
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || !found.isFile()) {
      this.#files.delete(path);
      return;
    }
    const known = this.#files.get(path);
    const file = { path, kind, size: found.size, modifiedMs: found.mtimeMs, foundBy, variant, applicationIds };
    const isKnown = known?.kind === kind && known.size === file.size && known.modifiedMs === file.modifiedMs;
    if (isKnown && (known.facts !== undefined || !isRead)) this.#files.set(path, { ...known, foundBy, variant, applicationIds });
    else if (!isRead) this.#files.set(path, { ...file, facts: undefined, failure: '' });
    else {
      this.#files.set(path, { ...file, ...(await this.#identify(path, kind)) });
      this.#hasChanges = true;
    }
  }

  async #identify(path: string, kind: CandidateKind): Promise<Pick<IndexedFile, 'facts' | 'failure'>> {
    try {
      return { facts: await this.#options.identify(path, kind), failure: '' };
    } catch (error) {
      const failure = messageOf(error);
      this.#problem(failure);
      return { facts: [], failure };
    }
  }

  async #keep(): Promise<void> {
    this.#hasChanges = false;
    if (this.#options.folder === undefined) return;
    try {
      await writeIndex(this.#options.folder, [...this.#files.values()]);
    } catch (error) {
      this.#options.log?.(`The index of builds can't be kept, so the next start searches again: ${messageOf(error)}`);
    }
  }

  #changed(): void {
    this.forget();
    for (const listener of this.#listeners) listener();
  }

  #problem(text: string): void {
    if (this.#problems.length >= MOST_PROBLEMS || this.#problems.includes(text)) return;
    this.#problems.push(text);
    this.#options.log?.(text);
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** A file that was written anew since it was read may be another build. */
async function isSame({ path, size, modifiedMs }: Pick<IndexedFile, 'path' | 'size' | 'modifiedMs'>): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === size && found.mtimeMs === modifiedMs;
}
