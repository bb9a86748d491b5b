import { basename, posix } from 'node:path';
import { ENTRY_MARK, entryOfName } from '../core/containers/entry-choice.ts';
import type { ByteSource } from '../core/import/byte-source.ts';
import { unreadable } from '../core/import/import-errors.ts';
import { importLimits } from '../core/import/import-limits.ts';
import type { ProfileReader } from '../core/import/profile-reader.ts';
import { isSession, recognise } from '../core/recognise.ts';
import type { Container, StoredFile } from './container.ts';
import { abortable, heldBytes, heldFile } from './held-file.ts';
import { containerOf, type EntryChoice, isContainer, ProfileSearch, refuseInner } from './profile-search.ts';
import { beginOf, entrySource } from './unpacked-chunks.ts';

export interface OpenProfile {
  readonly source: ByteSource;
  /** Label of the format. */
  readonly label: string;
  readonly read: ProfileReader;
  /** The container's name; undefined for plain files. */
  readonly container: string | undefined;
  /** Bytes that were read ended before their packing or container says. */
  readonly isCut: () => boolean;
  /** A file beside the entry, in its container. */
  readonly beside: (name: string) => ByteSource | undefined;
}

/** A session of Laglens that is packed or in a container. */
export interface PackedSession {
  readonly name: string;
  readonly session: Uint8Array;
}

interface OpenOptions {
  readonly signal?: AbortSignal;
  /** Of all entries that are searched for their telling keys, or held. */
  readonly mostBytes?: number;
}

/**
 * The profile or session in a file: the file itself, the named entry, or the only readable one. Rejects with LaglensError, and AbortError
 * on the signal.
 */
export async function openProfile(
  file: StoredFile,
  entry: string | undefined,
  { signal, mostBytes = importLimits.fileBytes }: OpenOptions = {},
): Promise<OpenProfile | PackedSession> {
  return openedIn(signal === undefined ? file : abortable(file, signal), entry, mostBytes, false);
}

async function openedIn(
  file: StoredFile,
  entry: string | undefined,
  mostBytes: number,
  isInner: boolean,
): Promise<OpenProfile | PackedSession> {
  const begin = await file.begin();
  const container = await containerOf(file, begin);
  if (container === undefined) {
    if (entry !== undefined) throw noContainer(file.name, 'Name the file alone.');
    return opened(file, begin, { isCut: () => file.isCut, beside: () => undefined, container: undefined });
  }
  const search = new ProfileSearch(file.name, mostBytes);
  const { entry: chosen, inner } = entry === undefined ? await search.theOnly(container, isInner) : namedEntry(file.name, container, entry);
  let isCut = false;
  const source = entrySource(chosen, () => {
    isCut = true;
  });
  const start = await beginOf(source.chunks());
  const name = `${file.name}${ENTRY_MARK}${chosen.name}`;
  if (isContainer(start)) return isInner ? refuseInner(source.name) : openedIn(await heldFile(source, name), inner, mostBytes, true);
  if (inner !== undefined) throw noContainer(name, 'Name it without a file in it.');
  const beside = (other: string): ByteSource | undefined => {
    const path = posix.join(posix.dirname(chosen.name), basename(other));
    const found = container.entries.find((each) => each.name === path);
    return found === undefined ? undefined : entrySource(found);
  };
  return opened(source, start, { isCut: () => isCut, beside, container: file.name });
}

async function opened(
  source: ByteSource,
  begin: Uint8Array,
  place: Pick<OpenProfile, 'isCut' | 'beside' | 'container'>,
): Promise<OpenProfile | PackedSession> {
  if (isSession(begin)) return { name: source.name, session: await heldBytes(source, source.name) };
  const { label, read } = await recognise(begin, source.name, source);
  return { source, label, read, ...place };
}

/** `ENTRY`, also `CONTAINER!/ENTRY`. Throws LaglensError for unknown ones. */
function namedEntry(name: string, { entries }: Container, entry: string): EntryChoice {
  const mark = entries.some((each) => each.name === entry) ? -1 : entry.indexOf(ENTRY_MARK);
  if (mark < 0) return { entry: entryOfName(name, entries, entry), inner: undefined };
  return { entry: entryOfName(name, entries, entry.slice(0, mark)), inner: entry.slice(mark + ENTRY_MARK.length) };
}

function noContainer(name: string, next: string): Error {
  return unreadable('format-unknown', `${name} holds no files: it is no zip or tar.`, next);
}
