import { basename, posix } from 'node:path';
import { LaglensError } from '../../core/errors.ts';
import { candidatesOf, ENTRY_MARK, entryOfName, MOST_ENTRIES, onlyReadable } from '../../core/formats/containers/entry-choice.ts';
import { isTar } from '../../core/formats/containers/tar.ts';
import type { ByteSource } from '../../core/formats/import/byte-source.ts';
import { unreadable } from '../../core/formats/import/import-errors.ts';
import { importLimits } from '../../core/formats/import/import-limits.ts';
import type { ProfileReader } from '../../core/formats/import/profile-reader.ts';
import { isSession, recognise } from '../../core/formats/recognise.ts';
import { isZip } from '../../core/symbols/zip/directory.ts';
import type { Container, Entry, StoredFile } from './container.ts';
import { tarContainer } from './tar-entries.ts';
import { beginOf, unpackedChunks } from './unpacked-chunks.ts';
import { zipContainer } from './zip-entries.ts';

/** Entries whose telling keys may be far behind their begin. */
const MOST_SEARCHED = 16;

export interface OpenProfile {
  readonly source: ByteSource;
  /** Of the format. */
  readonly label: string;
  readonly read: ProfileReader;
  /** The container's name; undefined for plain files. */
  readonly container: string | undefined;
  /** Bytes that were read ended before their packing or container says. */
  readonly isCut: () => boolean;
  /** A file beside the entry, in its container. */
  readonly beside: (name: string) => ByteSource | undefined;
}

/**
 * The profile in a file: the file itself, the named entry, or the only readable one. Rejects with LaglensError.
 * @param mostBytes of all entries that are searched for their telling keys
 */
export async function openProfile(
  file: StoredFile,
  entry: string | undefined,
  mostBytes: number = importLimits.fileBytes,
): Promise<OpenProfile> {
  const begin = await file.begin();
  const container = await containerOf(file, begin);
  if (container === undefined) {
    if (entry !== undefined)
      throw unreadable('format-unknown', `${file.name} holds no files: it is no zip or tar.`, 'Name the file alone.');
    const { label, read } = await recognise(begin, file.name, file);
    return { source: file, label, read, container: undefined, isCut: () => file.isCut, beside: () => undefined };
  }
  const chosen = entry === undefined ? await theOnly(container, file.name, mostBytes) : entryOfName(file.name, container.entries, entry);
  let isCut = false;
  const source = sourceOf(chosen, () => {
    isCut = true;
  });
  const start = await beginOf(source.chunks());
  refuseSession(start, `${file.name}${ENTRY_MARK}${chosen.name}`);
  refuseContainer(start, source.name);
  const beside = (name: string): ByteSource | undefined => {
    const path = posix.join(posix.dirname(chosen.name), basename(name));
    const other = container.entries.find((each) => each.name === path);
    return other === undefined ? undefined : sourceOf(other);
  };
  const { label, read } = await recognise(start, source.name, source);
  return { source, label, read, container: file.name, isCut: () => isCut, beside };
}

async function containerOf(file: StoredFile, begin: Uint8Array): Promise<Container | undefined> {
  if (isTar(begin)) return tarContainer(file);
  if (!isZip(begin)) return undefined;
  // The directory is at the end: it is read where it lies.
  if (isZip(await beginOf(file.stored(0, 4)))) return zipContainer(file);
  throw unreadable('format-unknown', `${file.name} is a zip that is packed again by gzip.`, 'Unpack it with gunzip, and open the zip.');
}

async function theOnly(container: Container, name: string, mostBytes: number): Promise<Entry> {
  const candidates = candidatesOf(name, container.entries).slice(0, MOST_ENTRIES);
  const found: { readonly name: string; readonly label: string; readonly entry: Entry }[] = [];
  let reason: LaglensError | undefined;
  let damage: LaglensError | undefined;
  let searched = 0;
  for await (const { entry, begin, fault } of container.begins(candidates)) {
    damage ??= fault;
    if (begin.length === 0) continue;
    if (isSession(begin)) {
      found.push({ name: entry.name, label: 'session', entry });
      continue;
    }
    try {
      const whole = sourceOf(entry);
      const source: ByteSource = {
        ...whole,
        async *chunks() {
          for await (const chunk of whole.chunks()) {
            searched += chunk.length;
            if (searched > mostBytes) return;
            yield chunk;
          }
        },
      };
      refuseContainer(begin, source.name);
      const { label } = await recognise(begin, source.name, ...(candidates.length <= MOST_SEARCHED ? [source] : []));
      found.push({ name: entry.name, label, entry });
    } catch (error) {
      if (!(error instanceof LaglensError)) throw error;
      reason = error;
    }
    if (searched > mostBytes) throw tooLargeToSearch(name, mostBytes);
  }
  // One file that is known, but not read, is named for what it is.
  const cause = damage ?? (candidates.length === 1 ? reason : undefined);
  if (found.length === 0 && cause !== undefined)
    throw new LaglensError({ code: cause.code, message: `In ${name}, ${cause.message}`, next: cause.next, cause });
  return onlyReadable(name, found, container.entries).entry;
}

/** A few packed megabytes may be 16 entries of gigabytes. */
function tooLargeToSearch(name: string, mostBytes: number): LaglensError {
  return unreadable(
    'format-too-large',
    `The files in ${name} are more than ${mostBytes / 2 ** 30} GiB to search for a profile.`,
    `Name the profile: \`laglens report "${name}${ENTRY_MARK}ENTRY"\`; or unpack it, and open one.`,
  );
}

function refuseSession(begin: Uint8Array, name: string): void {
  if (isSession(begin))
    throw unreadable('format-unreadable', `${name} is a session of Laglens inside a container.`, 'Unpack it, and open it then.');
}

function refuseContainer(begin: Uint8Array, name: string): void {
  if (isZip(begin) || isTar(begin))
    throw unreadable('format-unknown', `${name} is itself a zip or tar.`, 'Unpack the outer one, and open the inner one.');
}

function sourceOf(entry: Entry, onCut?: () => void): ByteSource {
  const name = posix.basename(entry.name);
  return { name, size: entry.size, chunks: () => unpackedChunks(name, entry.stored(onCut), onCut) };
}
