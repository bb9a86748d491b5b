import type { Reading, Unpackers } from '../../core/symbols/bytes/byte-source.ts';
import { fileBytes } from '../../core/symbols/bytes/file-bytes.ts';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import type { DebugFile } from '../../core/symbols/image/debug-file.ts';
import { openDebugBytes, openDebugFile } from '../../core/symbols/image/open.ts';
import { readMapHeader } from '../../core/symbols/retrace/map-header.ts';
import { readZipDirectory, zipEntryBytes } from '../../core/symbols/zip/directory.ts';
import type { CandidateKind } from '../folders/finder.ts';
import type { FileFacts } from './symbol-questions.ts';

/** A map begins with its comments. */
const HEAD_BYTES = 64 << 10;
/** A packed library is unpacked whole for its id. */
const MOST_PACKED_BYTES = 512 << 20;
const MOST_ENTRIES = 1_000;

/** Reads a file's identities. Files without an id give none. */
export function* identifyFile(path: string, kind: CandidateKind, unpackers: Unpackers): Reading<readonly FileFacts[]> {
  switch (kind) {
    case 'mapping':
      return [yield* identifyMapping(path)];
    case 'native':
      return factsOf(yield* openDebugFile(path, { unpackers }), '');
    case 'archive':
      return yield* identifyEntries(path, unpackers);
  }
}

function* identifyMapping(path: string): Reading<FileFacts> {
  const head = new TextDecoder().decode(yield { file: path, offset: 0, length: HEAD_BYTES });
  const lines = head.split(/\r?\n/);
  const firstClass = lines.findIndex((line) => line !== '' && !line.startsWith('#'));
  const { mapId, mapHash } = readMapHeader(firstClass < 0 ? lines : lines.slice(0, firstClass));
  return { kind: 'mapping', id: mapId ?? '', hash: mapHash?.replace(/^SHA-256 /, '') ?? '' };
}

function factsOf({ images }: DebugFile, entry: string): readonly FileFacts[] {
  return images.flatMap((image): FileFacts[] => {
    const hasDebugInfo = image.dwarf !== undefined;
    const debugLink = image.kind === 'elf' ? (image.debugLink?.name ?? '') : '';
    return image.id === undefined ? [] : [{ kind: 'native', id: image.id, entry, hasDebugInfo, debugLink }];
  });
}

/** Libraries of an archive; unreadable ones are skipped. */
function* identifyEntries(path: string, unpackers: Unpackers): Reading<readonly FileFacts[]> {
  const archive = yield* fileBytes(path);
  const facts: FileFacts[] = [];
  /** Begins of entries that were read: a hostile directory may name one many times. */
  const read = new Set<number>();
  for (const entry of (yield* readZipDirectory(archive)).slice(0, MOST_ENTRIES * 100)) {
    if (!/\.(?:so(?:\.dbg|\.sym)?|symbols|debug|dbg)$/.test(entry.name) || facts.length >= MOST_ENTRIES) continue;
    if ((entry.method !== 'stored' && entry.size > MOST_PACKED_BYTES) || read.has(entry.headerOffset)) continue;
    read.add(entry.headerOffset);
    try {
      facts.push(...factsOf(yield* openDebugBytes(yield* zipEntryBytes(archive, entry, unpackers), { unpackers }), entry.name));
    } catch (error) {
      if (!(error instanceof SymbolError)) throw error;
    } finally {
      unpackers.memory?.free();
    }
  }
  return facts;
}
