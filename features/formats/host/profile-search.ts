import { posix } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { isZip } from '../../../core/symbols/zip/directory.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { candidatesOf, ENTRY_MARK, MOST_ENTRIES, noReadable, onlyReadable, type ReadableEntry } from '../core/containers/entry-choice.ts';
import { isTar } from '../core/containers/tar.ts';
import type { ByteSource } from '../core/import/byte-source.ts';
import { unreadable } from '../core/import/import-errors.ts';
import { isSession, recognise } from '../core/recognise.ts';
import type { Container, Entry, EntryBegin, StoredFile } from './container.ts';
import { heldFile } from './held-file.ts';
import { tarContainer } from './tar-entries.ts';
import { beginOf } from './unpacked-chunks.ts';
import { zipContainer } from './zip-entries.ts';

/** Entries whose telling keys may be far behind their begin. */
const MOST_SEARCHED = 16;
/** Containers in a container that are opened. */
const MOST_INNER = 32;

/** An entry, and the one inside it where it is a container itself. */
export interface EntryChoice {
  readonly entry: Entry;
  readonly inner: string | undefined;
}

type Found = ReadableEntry & EntryChoice;

export function isContainer(begin: Uint8Array): boolean {
  return isTar(begin) || isZip(begin);
}

/** Undefined for other files. Rejects with LaglensError for damaged ones. */
export async function containerOf(file: StoredFile, begin: Uint8Array): Promise<Container | undefined> {
  if (isTar(begin)) return tarContainer(file);
  if (!isZip(begin)) return undefined;
  // The directory is at the end: it is read where it lies, unless gzip packed it.
  return zipContainer(isZip(await beginOf(file.stored(0, 4))) ? file : await heldFile(file, file.name));
}

export function refuseInner(name: string): never {
  throw unreadable('format-unknown', phrase`${name} is itself a zip or tar.`, phrase`Unpack the outer one, and open the inner one.`);
}

/** Finds what Laglens reads in a container and in those inside it, one level deep. */
export class ProfileSearch {
  readonly #name: string;
  readonly #mostBytes: number;
  #bytes = 0;
  #inner = 0;

  /** @param mostBytes of all entries that are searched for their telling keys, or held */
  constructor(name: string, mostBytes: number) {
    this.#name = name;
    this.#mostBytes = mostBytes;
  }

  /** The only readable entry. Rejects with LaglensError, `SeveralProfiles` for several. @param isInner of a container itself */
  async theOnly(container: Container, isInner: boolean): Promise<EntryChoice> {
    return onlyReadable(this.#name, await this.#search(container, this.#name, isInner));
  }

  async #search(container: Container, name: string, isInner: boolean): Promise<readonly [Found, ...Found[]]> {
    const candidates = candidatesOf(name, container.entries).slice(0, MOST_ENTRIES);
    const found: Found[] = [];
    let reason: LaglensError | undefined;
    let damage: LaglensError | undefined;
    for await (const passing of container.begins(candidates)) {
      damage ??= passing.fault;
      if (passing.begin.length === 0) continue;
      try {
        found.push(...(await this.#read(passing, candidates.length <= MOST_SEARCHED, isInner)));
      } catch (error) {
        if (!(error instanceof LaglensError)) throw error;
        reason = error;
      }
      if (this.#bytes > this.#mostBytes) throw tooLargeToSearch(this.#name, this.#mostBytes);
    }
    const [first, ...others] = found;
    if (first !== undefined) return [first, ...others];
    // One file that is known, but not read, is named for what it is.
    const cause = damage ?? (candidates.length === 1 ? reason : undefined);
    if (cause === undefined) noReadable(name, container.entries);
    if (isInner) throw cause;
    throw new LaglensError({ code: cause.code, message: phrase`In ${name}, ${cause.message}`, next: cause.next, cause });
  }

  async #read({ entry, begin, whole }: EntryBegin, isSearched: boolean, isInner: boolean): Promise<readonly Found[]> {
    const { name } = entry;
    if (isSession(begin)) return [{ name, label: 'session', entry, inner: undefined }];
    const source = this.#counted(whole);
    if (!isContainer(begin)) {
      const { label } = await recognise(begin, source.name, ...(isSearched ? [source] : []));
      return [{ name, label, entry, inner: undefined }];
    }
    if (isInner || ++this.#inner > MOST_INNER) refuseInner(source.name);
    const file = await heldFile(source, posix.basename(name));
    const container = await containerOf(file, begin);
    if (container === undefined) return [];
    const found = await this.#search(container, file.name, true);
    return found.map((each) => ({ name: `${name}${ENTRY_MARK}${each.name}`, label: each.label, entry, inner: each.name }));
  }

  /** Ends with the search's budget. */
  #counted(source: ByteSource): ByteSource {
    const chunks = async function* (this: ProfileSearch): AsyncGenerator<Uint8Array> {
      for await (const chunk of source.chunks()) {
        this.#bytes += chunk.length;
        if (this.#bytes > this.#mostBytes) return;
        yield chunk;
      }
    };
    return { ...source, chunks: () => chunks.call(this) };
  }
}

/** A few packed megabytes may be 16 entries of gigabytes. */
function tooLargeToSearch(name: string, mostBytes: number): LaglensError {
  return unreadable(
    'format-too-large',
    `The files in ${name} are more than ${mostBytes / 2 ** 30} GiB to search for a profile.`,
    `Name the profile: \`laglens report "${name}${ENTRY_MARK}ENTRY"\`; or unpack it, and open one.`,
  );
}
