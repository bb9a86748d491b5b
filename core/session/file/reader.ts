import { LaglensError } from '../../errors.ts';
import { type ChunkEntry, parseIndex } from './chunk-index.ts';
import { scanChunks } from './chunk-scan.ts';
import { crc32InSteps } from './crc32.ts';
import {
  CHUNK_HEADER_BYTES,
  type ChunkHeader,
  chunkType,
  FILE_HEADER_BYTES,
  parseChunkHeader,
  parseFileHeader,
  parseTrailer,
  SESSION_VERSION,
  TRAILER_BYTES,
} from './file-layout.ts';
import { type SessionSource, WindowedSource } from './session-source.ts';
import { atOnce, type TurnDriver, Turns } from './turns.ts';

/** What a reader needs from the outside. */
export interface SessionReadDriver {
  /** Raw inflate (RFC 1951). Must give at most `rawLength` bytes; throws or gives fewer when the bytes are damaged. */
  inflate(stored: Uint8Array, rawLength: number): Uint8Array | Promise<Uint8Array>;
  /** Others work while a large chunk is checked; left out where nobody else waits. */
  readonly turns?: TurnDriver;
}

/** How sound a session file was found to be; complete when the iteration has ended. */
export interface SessionReport {
  /** Version of the session format. */
  version: number;
  /** Chunks of messages that were given. */
  chunks: number;
  /** Damaged places that were skipped. */
  badChunks: number;
  /** True when the file does not end as a finished one does: a journal, or a file that was cut. */
  truncated: boolean;
  /** Raw bytes beyond which the rest of the file was not read; absent when all was. */
  unreadBeyond?: number;
}

/** The chunks of a session file in order, each the raw bytes of whole messages that can be decoded on their own. */
export interface SessionReader extends AsyncIterable<Uint8Array> {
  readonly report: Readonly<SessionReport>;
}

/**
 * Reads a session file or a journal. Damage is skipped and counted. Iterating throws LaglensError `session-unreadable` when
 * this is no session at all, `session-newer` when a later Laglens wrote it; what `source.read` throws passes through.
 * @param mostBytes raw bytes in all, beyond which the rest is left; whoever only copies chunks may have all, by `Infinity`
 */
export function readSession(source: SessionSource, driver: SessionReadDriver, mostBytes = mostRawBytes(source.size)): SessionReader {
  const report: SessionReport = { version: 0, chunks: 0, badChunks: 0, truncated: false };
  return { report, [Symbol.asyncIterator]: () => chunks(new WindowedSource(source), driver, report, mostBytes) };
}

/** Deflate makes bytes up to 1,032 times fewer. Agents' streams become 4 to 30 times fewer, so such a file was made to fill a memory. */
const MOST_RATIO = 64;
/** The messages of a quiet app repeat, so small files may unpack to more: this much holds six days of ticks. */
const ALWAYS_BYTES = 64 << 20;
/** A day at 2,000 rows a second has less than 3 GiB. */
const NEVER_BYTES = 4 * 2 ** 30;

/** Raw bytes that are read of a file of this size. */
export function mostRawBytes(fileBytes: number): number {
  return Math.min(NEVER_BYTES, Math.max(ALWAYS_BYTES, MOST_RATIO * fileBytes));
}

async function* chunks(
  source: WindowedSource,
  driver: SessionReadDriver,
  report: SessionReport,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  Object.assign(report, { version: 0, chunks: 0, badChunks: 0, truncated: false });
  delete report.unreadBeyond;
  let rawBytes = 0;
  report.version = await checkedVersion(source, report);
  const indexed = await readIndex(source, driver);
  if (indexed === undefined) report.truncated = true;
  for await (const entry of indexed ?? scanChunks(source)) {
    if (entry === 'truncated') continue;
    const raw = entry === 'damaged' ? undefined : await chunkAt(source, driver, entry.offset, chunkType.messages);
    rawBytes += raw?.length ?? 0;
    if (rawBytes > mostBytes) {
      report.unreadBeyond = mostBytes;
      return;
    }
    if (raw === undefined) {
      report.badChunks++;
    } else {
      report.chunks++;
      yield raw;
    }
  }
}

/** A damaged file header is forgiven when a sound chunk follows it. */
async function checkedVersion(source: WindowedSource, report: SessionReport): Promise<number> {
  const parsed = parseFileHeader(await source.read(0, FILE_HEADER_BYTES));
  if (typeof parsed === 'number') {
    if (parsed <= SESSION_VERSION) return parsed;
    throw new LaglensError({
      code: 'session-newer',
      message: `The session was recorded by a newer Laglens (session format ${parsed}; this version reads up to ${SESSION_VERSION}).`,
      next: 'Update Laglens and open it again.',
    });
  }
  if (parseChunkHeader(await source.read(FILE_HEADER_BYTES, CHUNK_HEADER_BYTES), 0) !== undefined) {
    report.badChunks++;
    return SESSION_VERSION;
  }
  throw new LaglensError({
    code: 'session-unreadable',
    message: parsed === 'empty' ? 'The session file is empty.' : 'The file is no Laglens session, or its begin is damaged.',
    next: parsed === 'empty' ? 'Record again, or restore the file from where it was copied.' : 'Choose a file that Laglens recorded.',
  });
}

/** The chunks by the index at the end; undefined when there is none that is sound. */
async function readIndex(source: WindowedSource, driver: SessionReadDriver): Promise<readonly ChunkEntry[] | undefined> {
  const offset = parseTrailer(await source.read(Math.max(0, source.size - TRAILER_BYTES), TRAILER_BYTES));
  if (offset === undefined || offset + CHUNK_HEADER_BYTES + TRAILER_BYTES > source.size) return undefined;
  const raw = await chunkAt(source, driver, offset, chunkType.index);
  return raw === undefined ? undefined : parseIndex(raw, offset);
}

/** The raw bytes of the chunk of this type at this place; undefined when it is damaged. */
async function chunkAt(source: WindowedSource, driver: SessionReadDriver, offset: number, type: number): Promise<Uint8Array | undefined> {
  const header = parseChunkHeader(await source.read(offset, CHUNK_HEADER_BYTES), 0);
  if (header === undefined || header.type !== type) return undefined;
  const stored = await source.read(offset + CHUNK_HEADER_BYTES, header.storedLength);
  if (stored.length !== header.storedLength) return undefined;
  const sum = crc32InSteps(stored);
  if ((driver.turns === undefined ? atOnce(sum) : await new Turns(driver.turns).run(sum)) !== header.crc32) return undefined;
  const raw = await inflated(driver, stored, header);
  return raw?.length === header.rawLength ? raw : undefined;
}

/** With a right checksum, bytes that cannot be inflated were written by someone who meant it: counted as damage all the same. */
async function inflated(driver: SessionReadDriver, stored: Uint8Array, header: ChunkHeader): Promise<Uint8Array | undefined> {
  try {
    return await driver.inflate(stored, header.rawLength);
  } catch {
    return undefined;
  }
}
