import { basename } from 'node:path';
import type { WriterId } from './writer-id.ts';

interface JournalName {
  /** The session's file name. */
  readonly becomes: string;
  /** Undefined in earlier versions' names, which have only a process id. */
  readonly writer: WriterId | undefined;
  /** `writer` is a window that completes the journal. */
  readonly isClaimed: boolean;
}

const named = /^(.+)\.([0-9a-f]{8})-([0-9a-z]+)-(\d+)-(\d+)-(\d+)(?:-\d+)?\.(journal|claimed)$/;
const namedDraft = /\.([0-9a-f]{8})-([0-9a-z]+)-(\d+)-(\d+)-(\d+)\.[0-9a-f-]{36}\.part$/;
const namedByPidOnly = /^(.+)\.\d+\.journal$/;

/** @param again number of earlier journals for the same file */
export function journalPath(path: string, writer: WriterId, again = 0): string {
  return `${path}.${writerTag(writer)}${again === 0 ? '' : `-${again}`}.journal`;
}

/** The name during completion. @param turn separates journals of one file */
export function claimPath(path: string, writer: WriterId, turn: number): string {
  return `${path}.${writerTag(writer)}-${turn}.claimed`;
}

/** A temporary name. */
export function draftPath(path: string, writer: WriterId, id: string): string {
  return `${path}.${writerTag(writer)}.${id}.part`;
}

/** Letters, digits and dashes, for file names. */
function writerTag({ host, boot, namespace, pid, start }: WriterId): string {
  return [host, boot, namespace, pid, start].join('-');
}

export function parseJournalName(path: string): JournalName | undefined {
  const name = basename(path);
  const [, becomes, host = '', boot = '', namespace = '', pid = '', start = '', kind] = named.exec(name) ?? [];
  if (becomes !== undefined) {
    return { becomes, writer: { host, boot, namespace, pid: Number(pid), start }, isClaimed: kind === 'claimed' };
  }
  const [, old] = namedByPidOnly.exec(name) ?? [];
  return old === undefined ? undefined : { becomes: old, writer: undefined, isClaimed: false };
}

/** Undefined in earlier versions' drafts. */
export function parseDraftName(path: string): WriterId | undefined {
  const [, host = '', boot = '', namespace = '', pid = '', start = ''] = namedDraft.exec(basename(path)) ?? [];
  return host === '' ? undefined : { host, boot, namespace, pid: Number(pid), start };
}
