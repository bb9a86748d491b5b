import { LaglensError } from '../../errors.ts';
import { phrase } from '../../text/phrase.ts';
import { type ChunkEntry, parseIndex } from './chunk-index.ts';
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

export interface SessionReadDriver {
  /** Raw inflate (RFC 1951) of at most `rawLength` bytes; throws or returns fewer for damaged input. */
  inflate(stored: Uint8Array, rawLength: number): Uint8Array | Promise<Uint8Array>;
  /** For checking large chunks; left out where no one else waits. */
  readonly turns?: TurnDriver;
}

/** Complete after the iteration. */
export interface SessionReport {
  version: number;
  chunks: number;
  badChunks: number;
  /** A journal, or cut. */
  truncated: boolean;
  /** Absent when all were read. */
  unreadBeyond?: number;
}

/** Chunks in order, each whole messages that decode on their own. */
export interface SessionReader extends AsyncIterable<Uint8Array> {
  readonly report: Readonly<SessionReport>;
}

/**
 * Skips and counts damage. Iterating throws LaglensError `session-unreadable` for other files and `session-newer` for later versions;
 * errors of `source.read` pass.
 * @param mostBytes bound of raw bytes; `Infinity` for copies of chunks
 */
export function readSession(source: SessionSource, driver: SessionReadDriver, mostBytes = mostRawBytes(source.size)): SessionReader {
  const report: SessionReport = { version: 0, chunks: 0, badChunks: 0, truncated: false };
  return { report, [Symbol.asyncIterator]: () => chunks(new WindowedSource(source), driver, report, mostBytes) };
}

/** Deflate shrinks up to 1,032 times, agents' streams 4 to 30 times: others are made to fill memory. */
const MOST_RATIO = 64;
/** Small files may unpack to more, as a quiet app repeats itself: six days of ticks. */
const ALWAYS_BYTES = 64 << 20;
/** A day at 2,000 rows a second takes less than 3 GiB. */
const NEVER_BYTES = 4 * 2 ** 30;

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
  // Of all chunks: those that are in memory would follow each other without a turn.
  const turns = driver.turns && new Turns(driver.turns);
  report.version = await checkedVersion(source, report);
  const indexed = await readIndex(source, driver);
  if (indexed === undefined) report.truncated = true;
  for await (const entry of indexed ?? scanChunks(source)) {
    if (entry === 'truncated') continue;
    const raw = entry === 'damaged' ? undefined : await chunkAt(source, driver, entry.offset, chunkType.messages, turns);
    await turns?.pause();
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

/** A damaged file header is accepted before a valid chunk. */
async function checkedVersion(source: WindowedSource, report: SessionReport): Promise<number> {
  const parsed = parseFileHeader(await source.read(0, FILE_HEADER_BYTES));
  if (typeof parsed === 'number') {
    if (parsed <= SESSION_VERSION) return parsed;
    throw new LaglensError({
      code: 'session-newer',
      message: phrase`The session was recorded by a newer Laglens (session format ${parsed}; this version reads up to ${SESSION_VERSION}).`,
      next: phrase`Update Laglens and open it again.`,
    });
  }
  if (parseChunkHeader(await source.read(FILE_HEADER_BYTES, CHUNK_HEADER_BYTES), 0) !== undefined) {
    report.badChunks++;
    return SESSION_VERSION;
  }
  throw new LaglensError({
    code: 'session-unreadable',
    message: parsed === 'empty' ? phrase`The session file is empty.` : phrase`The file is no Laglens session, or its begin is damaged.`,
    next:
      parsed === 'empty'
        ? phrase`Record again, or restore the file from where it was copied.`
        : phrase`Choose a file that Laglens recorded, or convert another tool’s file first: \`laglens convert FILE NEW.laglens\`.`,
  });
}

/** Undefined without a valid index at the end. */
async function readIndex(source: WindowedSource, driver: SessionReadDriver): Promise<readonly ChunkEntry[] | undefined> {
  const offset = parseTrailer(await source.read(Math.max(0, source.size - TRAILER_BYTES), TRAILER_BYTES));
  if (offset === undefined || offset + CHUNK_HEADER_BYTES + TRAILER_BYTES > source.size) return undefined;
  const raw = await chunkAt(source, driver, offset, chunkType.index);
  return raw === undefined ? undefined : parseIndex(raw, offset);
}

/** Undefined if damaged. */
async function chunkAt(
  source: WindowedSource,
  driver: SessionReadDriver,
  offset: number,
  type: number,
  turns = driver.turns && new Turns(driver.turns),
): Promise<Uint8Array | undefined> {
  const header = parseChunkHeader(await source.read(offset, CHUNK_HEADER_BYTES), 0);
  if (header === undefined || header.type !== type) return undefined;
  const stored = await source.read(offset + CHUNK_HEADER_BYTES, header.storedLength);
  if (stored.length !== header.storedLength) return undefined;
  const sum = crc32InSteps(stored);
  if ((turns === undefined ? atOnce(sum) : await turns.run(sum)) !== header.crc32) return undefined;
  const raw = await inflated(driver, stored, header);
  return raw?.length === header.rawLength ? raw : undefined;
}

/** A valid checksum on bytes that don't inflate is deliberate damage. */
async function inflated(driver: SessionReadDriver, stored: Uint8Array, header: ChunkHeader): Promise<Uint8Array | undefined> {
  try {
    return await driver.inflate(stored, header.rawLength);
  } catch {
    return undefined;
  }
}

type ScanStep = ChunkEntry | 'damaged' | 'truncated';

const SEARCH_BYTES = 64 << 10;

/** In sequence, as in a journal. After damage it searches the next valid header. */
async function* scanChunks(source: WindowedSource): AsyncGenerator<ScanStep> {
  let offset = FILE_HEADER_BYTES;
  while (offset < source.size) {
    const header = parseChunkHeader(await source.read(offset, CHUNK_HEADER_BYTES), 0);
    if (header === undefined) {
      if (offset + TRAILER_BYTES === source.size && parseTrailer(await source.read(offset, TRAILER_BYTES)) !== undefined) return;
      const next = await nextHeader(source, offset + 1);
      yield next === undefined ? 'truncated' : 'damaged';
      if (next === undefined) return;
      offset = next;
    } else {
      const end = offset + CHUNK_HEADER_BYTES + header.storedLength;
      if (end > source.size) {
        yield 'truncated';
        return;
      }
      if (header.type === chunkType.messages) {
        yield { offset, storedLength: header.storedLength, firstUs: header.firstUs, lastUs: header.lastUs };
      }
      offset = end;
    }
  }
}

/** The next valid chunk header from `from` on. */
async function nextHeader(source: WindowedSource, from: number): Promise<number | undefined> {
  for (let offset = from; offset + CHUNK_HEADER_BYTES <= source.size; offset += SEARCH_BYTES) {
    const bytes = await source.read(offset, SEARCH_BYTES + CHUNK_HEADER_BYTES);
    for (let at = 0; at < SEARCH_BYTES; at++) if (parseChunkHeader(bytes, at) !== undefined) return offset + at;
  }
  return undefined;
}
