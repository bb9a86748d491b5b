import { refuseTooMany } from '../../core/formats/containers/entry-choice.ts';
import { tarPieces } from '../../core/formats/containers/tar.ts';
import { BEGIN_BYTES } from '../../core/formats/recognise.ts';
import type { Container, Entry, EntryBegin, StoredFile } from './container.ts';
import { beginOfEntry } from './unpacked-chunks.ts';

/** Files of a tar, which has no directory: it is read from its begin for each. */
export async function tarContainer(file: StoredFile): Promise<Container> {
  const entries: Entry[] = [];
  for await (const { entry, name, size } of tarPieces(file.chunks())) {
    if (entry !== entries.length) continue;
    entries.push({ name, size, stored: (onCut) => contentOf(file, entry, onCut) });
    refuseTooMany(file.name, entries.length);
  }
  return {
    entries,
    async *begins(chosen) {
      const wanted = new Set(chosen);
      let at = -1;
      let pieces: Uint8Array[] = [];
      let length = 0;
      const done = async (): Promise<EntryBegin | undefined> => {
        const entry = entries[at];
        return entry !== undefined && wanted.has(entry) ? await beginOfEntry(entry, listed(pieces)) : undefined;
      };
      for await (const piece of tarPieces(file.chunks())) {
        if (piece.entry !== at) {
          const before = await done();
          if (before !== undefined) yield before;
          at = piece.entry;
          pieces = [];
          length = 0;
        }
        if (length < BEGIN_BYTES) pieces.push(Uint8Array.from(piece.bytes));
        length += piece.bytes.length;
      }
      const last = await done();
      if (last !== undefined) yield last;
    },
  };
}

async function* contentOf(file: StoredFile, wanted: number, onCut?: () => void): AsyncGenerator<Uint8Array> {
  let left = 0;
  for await (const { entry, size, bytes } of tarPieces(file.chunks())) {
    if (entry > wanted) return;
    if (entry !== wanted) continue;
    if (bytes.length === 0) left = size;
    else yield bytes;
    left -= bytes.length;
  }
  if (left > 0) onCut?.();
}

async function* listed(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
