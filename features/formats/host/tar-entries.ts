import { refuseTooMany } from '../core/containers/entry-choice.ts';
import { type TarPiece, tarPieces } from '../core/containers/tar.ts';
import type { Container, Entry, EntryBegin, StoredFile } from './container.ts';
import { PassingEntry } from './passing-entry.ts';

/** Files of a tar, which has no directory: one pass lists them, one searches them, and each that is read takes one. */
export async function tarContainer(file: StoredFile): Promise<Container> {
  const entries: Entry[] = [];
  for await (const { entry, name, size } of tarPieces(file.chunks())) {
    if (entry !== entries.length) continue;
    entries.push({ name, size, stored: (onCut) => contentOf(file, entry, onCut) });
    refuseTooMany(file.name, entries.length);
  }
  return {
    entries,
    begins: (chosen) => passing(file, entries, new Set(chosen)),
  };
}

async function* passing(file: StoredFile, entries: readonly Entry[], wanted: ReadonlySet<Entry>): AsyncGenerator<EntryBegin> {
  const pieces = tarPieces(file.chunks());
  let next = await pieces.next();
  const ofEntry = async function* (number: number): AsyncGenerator<Uint8Array> {
    for (; isOf(next, number); next = await pieces.next()) yield next.value.bytes;
  };
  try {
    while (next.done !== true) {
      const number = next.value.entry;
      const entry = entries[number];
      if (entry !== undefined && wanted.has(entry)) {
        const passed = await PassingEntry.begin(entry, ofEntry(number));
        yield passed;
        await passed.end();
      }
      while (isOf(next, number)) next = await pieces.next();
    }
  } finally {
    await pieces.return(undefined);
  }
}

function isOf(next: IteratorResult<TarPiece>, number: number): next is IteratorYieldResult<TarPiece> {
  return next.done !== true && next.value.entry === number;
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
