import { basename } from 'node:path';
import type { WriterId } from './writer-id.ts';

/** What the name of a journal says. */
export interface JournalName {
  /** File name of the session that it becomes. */
  readonly becomes: string;
  /** Undefined in names of earlier versions, which hold a process id only. */
  readonly writer: WriterId | undefined;
  /** A window has taken it over to complete it; `writer` is that window. */
  readonly isClaimed: boolean;
}

const named = /^(.+)\.([0-9a-f]{8})-([0-9a-z]+)-(\d+)-(\d+)-(\d+)(?:-\d+)?\.(journal|claimed)$/;
const namedDraft = /\.([0-9a-f]{8})-([0-9a-z]+)-(\d+)-(\d+)-(\d+)\.[0-9a-f-]{36}\.part$/;
const namedByPidOnly = /^(.+)\.\d+\.journal$/;

/** The journal of `path` as this writer names it. `again` counts the journals that it had to begin for the same file. */
export function journalPath(path: string, writer: WriterId, again = 0): string {
  return `${path}.${writerTag(writer)}${again === 0 ? '' : `-${again}`}.journal`;
}

/** The name under which a window completes a journal; `turn` keeps two journals of one file apart. */
export function claimPath(path: string, writer: WriterId, turn: number): string {
  return `${path}.${writerTag(writer)}-${turn}.claimed`;
}

/** A file that this writer will soon give another name. */
export function draftPath(path: string, writer: WriterId, id: string): string {
  return `${path}.${writerTag(writer)}.${id}.part`;
}

/** Letters, digits and dashes: a part of file names. */
export function writerTag({ host, boot, namespace, pid, start }: WriterId): string {
  return [host, boot, namespace, pid, start].join('-');
}

/** Undefined for a file that is no journal. */
export function parseJournalName(path: string): JournalName | undefined {
  const name = basename(path);
  const [, becomes, host = '', boot = '', namespace = '', pid = '', start = '', kind] = named.exec(name) ?? [];
  if (becomes !== undefined) {
    return { becomes, writer: { host, boot, namespace, pid: Number(pid), start }, isClaimed: kind === 'claimed' };
  }
  const [, old] = namedByPidOnly.exec(name) ?? [];
  return old === undefined ? undefined : { becomes: old, writer: undefined, isClaimed: false };
}

/** Who writes a draft; undefined in drafts of earlier versions. */
export function parseDraftName(path: string): WriterId | undefined {
  const [, host = '', boot = '', namespace = '', pid = '', start = ''] = namedDraft.exec(basename(path)) ?? [];
  return host === '' ? undefined : { host, boot, namespace, pid: Number(pid), start };
}
