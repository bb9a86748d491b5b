import type { FileHandle } from 'node:fs/promises';
import { type ByteRequest, missingFile, type Reading, runReadingAsync } from '../../core/symbols/bytes/byte-source.ts';
import { fileBytes, readWhole } from '../../core/symbols/bytes/file-bytes.ts';
import { readZipDirectory, type ZipEntry, zipEntryBytes } from '../../core/symbols/zip/directory.ts';
import { nodeUnpackers } from '../builds/unpack/unpackers.ts';
import { openForeignFile } from '../foreign-file.ts';

/** Larger entries are no sources. */
const MOST_SOURCE_BYTES = 8 << 20;
const MOST_ENTRIES = 200_000;

/** @throws SymbolError for other or damaged files */
export async function jarEntries(path: string): Promise<readonly string[]> {
  return (await inJar(path, entriesOf(path))).slice(0, MOST_ENTRIES).map(({ name }) => name);
}

/** @throws SymbolError for damaged jars, missing entries and oversized ones */
export async function jarText(path: string, entry: string): Promise<string> {
  return new TextDecoder().decode(await inJar(path, entryBytes(path, entry)));
}

function* entriesOf(path: string): Reading<readonly ZipEntry[]> {
  return yield* readZipDirectory(yield* fileBytes(path));
}

function* entryBytes(path: string, name: string): Reading<Uint8Array> {
  const jar = yield* fileBytes(path);
  const entry = (yield* readZipDirectory(jar)).find((each) => each.name === name);
  if (entry === undefined) throw missingFile(`${path}/${name}`);
  return yield* readWhole(yield* zipEntryBytes(jar, entry, nodeUnpackers), MOST_SOURCE_BYTES);
}

async function inJar<T>(path: string, reading: Reading<T>): Promise<T> {
  let file: FileHandle;
  try {
    ({ handle: file } = await openForeignFile(path, { links: 'follow' }));
  } catch (error) {
    throw missingFile(path, error);
  }
  try {
    const { size } = await file.stat();
    return await runReadingAsync(reading, (request) => answer(file, size, request));
  } finally {
    await file.close();
  }
}

async function answer(file: FileHandle, size: number, { offset, length }: ByteRequest): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
