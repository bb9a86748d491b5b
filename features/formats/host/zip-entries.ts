import { type ByteRequest, type Reading, runReadingAsync } from '../../../core/symbols/bytes/byte-source.ts';
import { fileBytes } from '../../../core/symbols/bytes/file-bytes.ts';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { readZipDirectory, type ZipEntry, zipEntryStart } from '../../../core/symbols/zip/directory.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { refuseTooMany } from '../core/containers/entry-choice.ts';
import { damaged, unreadable } from '../core/import/import-errors.ts';
import type { Container, StoredFile } from './container.ts';
import { PassingEntry } from './passing-entry.ts';
import { inflated } from './unpacked-chunks.ts';

/** Files of a zip, by the directory at its end. Rejects with LaglensError for damaged ones. */
export async function zipContainer(file: StoredFile): Promise<Container> {
  const found = await answered(file, directoryOf(file.name));
  refuseTooMany(file.name, found.length);
  const entries = found
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => ({ name: entry.name, size: entry.size, stored: () => stored(file, entry) }));
  return {
    entries,
    async *begins(chosen) {
      for (const entry of chosen) {
        const passed = await PassingEntry.begin(entry, entry.stored());
        yield passed;
        await passed.end();
      }
    },
  };
}

async function* stored(file: StoredFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.method === 'other') {
    throw unreadable(
      'format-unreadable',
      phrase`${entry.name} is packed by another method than deflate.`,
      phrase`Unpack it, and open it then.`,
    );
  }
  const packed = file.stored(await answered(file, startOf(file.name, entry)), entry.packedSize);
  yield* entry.method === 'stored' ? packed : inflated(packed);
}

function* directoryOf(name: string): Reading<readonly ZipEntry[]> {
  return yield* readZipDirectory(yield* fileBytes(name));
}

function* startOf(name: string, entry: ZipEntry): Reading<number> {
  return yield* zipEntryStart(yield* fileBytes(name), entry);
}

async function answered<T>(file: StoredFile, reading: Reading<T>): Promise<T> {
  try {
    return await runReadingAsync(reading, (request) => answer(file, request));
  } catch (error) {
    if (error instanceof SymbolError) throw damaged(file.name, 'a zip', 'its list of files or an entry is damaged or cut off', error);
    throw error;
  }
}

async function answer(file: StoredFile, { offset, length }: ByteRequest): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.stored(offset, Math.max(0, Math.min(length, file.size - offset)))) pieces.push(piece);
  return Uint8Array.from(Buffer.concat(pieces));
}
