import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../core/errors.ts';
import { guarded } from '../../core/guarded.ts';
import type { Candidate, CandidateKind, Finder, WantedImage } from '../folders/finder.ts';
import { symbolPath } from './finders/symbol-paths.ts';
import type { FoundMapping, FoundNative } from './found-build.ts';
import { type IndexedFile, readIndex, writeIndex } from './index-store.ts';
import type { FileFacts } from './symbol-questions.ts';
import { type FolderWatch, type WatchedFolders, type WatchFolders, watchFolders } from './watch-folders.ts';

interface BuildIndexOptions {
  readonly finders: readonly Finder[];
  /** Reads a file's identity; rejects when it can't. */
  identify(path: string, kind: CandidateKind): Promise<readonly FileFacts[]>;
  /** Keeps the index between starts. */
  readonly folder?: string;
  readonly watch?: WatchFolders;
  log?(line: string): void;
}

/** Local builds by id. */
export interface Builds {
  /** For people. */
  readonly places: readonly string[];
  /** Files of the same id, the most informative first. */
  native(image: WantedImage): Promise<readonly FoundNative[]>;
  /** Newest first. */
  mappings(): Promise<readonly FoundMapping[]>;
  /** Calls the listener at changes of builds. @returns stops it */
  onChange(listener: () => void): () => void;
  /** Searches a file or folder of the user, too, from now on. */
  locate(path: string): void;
  /** Searches again at the next question. */
  forget(): void;
}

const MOST_CANDIDATES = 20_000;
const MOST_PROBLEMS = 100;

/**
 * Local builds by id. Identities are kept with a file's size and time, so each file is read once. A search starts when
 * the index has no answer, later only after changes.
 */
export class BuildIndex implements Builds {
  readonly #options: BuildIndexOptions;
  readonly #finders: Finder[];
  readonly #files = new Map<string, IndexedFile>();
  /** Paths that the user named, of the last search. */
  #named = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #problems: string[] = [];
  #search: Promise<void> | undefined;
  readonly #watch: FolderWatch;
  #watched: WatchedFolders | undefined;
  #searches = 0;
  #isClosed = false;
  #hasChanges = false;

  private constructor(options: BuildIndexOptions, kept: readonly IndexedFile[]) {
    this.#options = options;
    this.#finders = [...options.finders];
    for (const file of kept.slice(0, MOST_CANDIDATES)) this.#files.set(file.path, file);
    this.#watch = (options.watch ?? watchFolders)(
      guarded(
        () => this.#changed(),
        (error) => this.#problem(messageOf(error)),
      ),
    );
  }

  static async open(options: BuildIndexOptions): Promise<BuildIndex> {
    return new BuildIndex(options, options.folder === undefined ? [] : await readIndex(options.folder));
  }

  get places(): readonly string[] {
    return this.#finders.map(({ place }) => place);
  }

  /** Failed searches and reads, as sentences. */
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
      for (const fact of facts)
        if (fact.kind === 'mapping' && (await isSame(file))) found.push({ ...file, facts: fact, isNamed: this.#named.has(file.path) });
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
    this.#watch.close();
    this.#listeners.clear();
  }

  async #natives(id: string): Promise<readonly FoundNative[]> {
    const found: FoundNative[] = [];
    for (const { facts = [], ...file } of this.#files.values()) {
      for (const fact of facts) {
        if (fact.kind === 'native' && fact.id === id && (await isSame(file))) found.push({ ...file, facts: fact });
      }
    }
    // Debug information first, then the least stripped file.
    return found.sort((a, b) => Number(b.facts.hasDebugInfo) - Number(a.facts.hasDebugInfo) || b.size - a.size);
  }

  #searched(): Promise<void> {
    this.#search ??= this.#searchAll();
    return this.#search;
  }

  async #searchAll(): Promise<void> {
    // A file may change after it was read and before the search ends, so its folder is watched from before it is read.
    const watched = this.#watch.start();
    const search = ++this.#searches;
    try {
      await this.#readCandidates((folder) => watched.add(folder));
    } catch (error) {
      watched.close();
      throw error;
    }
    if (this.#isClosed || search !== this.#searches) return watched.close();
    this.#watched?.close();
    this.#watched = watched;
    await this.#keep();
  }

  async #readCandidates(watch: (folder: string) => void): Promise<void> {
    const seen = new Set<string>();
    const named = new Set<string>();
    this.#problems = [];
    for (const finder of [...this.#finders]) {
      const report = { problem: (text: string) => this.#problem(text), watch };
      for await (const candidate of finder.candidates(report)) {
        if (seen.size >= MOST_CANDIDATES || seen.has(candidate.path)) continue;
        seen.add(candidate.path);
        if (candidate.isNamed === true) named.add(candidate.path);
        // Archives are large and mostly repeat nearby files, so they are read last.
        await this.#take(candidate, candidate.kind !== 'archive');
      }
    }
    this.#named = named;
    // Files found for another workspace are kept while they exist.
    for (const path of [...this.#files.keys()]) if (!seen.has(path) && !(await exists(path))) this.#files.delete(path);
  }

  /** Reads archives, large places and the targets of debug links. */
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

/** A rewritten file may be another build. */
async function isSame({ path, size, modifiedMs }: Pick<IndexedFile, 'path' | 'size' | 'modifiedMs'>): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && found.size === size && found.mtimeMs === modifiedMs;
}
