import { FILE_HEADER_BYTES, parseFileHeader } from '../../../core/session/file/file-layout.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { type Format, formats } from './formats.ts';
import type { ByteSource } from './import/byte-source.ts';
import { unreadable } from './import/import-errors.ts';
import type { Beginning, ProfileReader } from './import/profile-reader.ts';
import { beginningOf, longerBeginnings, partsOfLog } from './recognition/beginning.ts';
import type { Relative } from './relatives/relative.ts';
import { noticeIn, relativeOf } from './relatives/relatives.ts';

/** Enough to recognise a format, unpacked. */
export const BEGIN_BYTES = 64 << 10;
/** RFC 1952, 2.3.1. */
const GZIP = [0x1f, 0x8b];

export function isGzip(bytes: Uint8Array): boolean {
  return GZIP.every((byte, at) => bytes[at] === byte);
}

/** Endings of files that are rarely profiles. */
export const generalEndings = [
  '.json',
  '.txt',
  '.log',
  '.zip',
  '.gz',
  '.tgz',
  '.tar',
  '.ips',
  '.cpuprofile',
  '.trace',
  '.pb',
  '.xml',
] as const;

export function isGeneralEnding(name: string): boolean {
  const lower = name.toLowerCase();
  return generalEndings.some((ending) => lower.endsWith(ending));
}

/** True for Laglens' own files, also of other versions. */
export function isSession(bytes: Uint8Array): boolean {
  return bytes.length >= FILE_HEADER_BYTES && typeof parseFileHeader(bytes.subarray(0, FILE_HEADER_BYTES)) === 'number';
}

/** Of the errors, whose readers may have no page of formats. */
const readLabels = formats.flatMap(({ reading, label }) => (reading === undefined ? [] : [label])).join('; ');

type Readable = Format & { readonly looksLike: (begin: Beginning) => boolean; readonly read: ProfileReader };

/**
 * The readable format of a file, by its unpacked begin; its name decides among several. JSON files are searched for their keys to the end.
 * Rejects with LaglensError `format-unknown`, `format-unreadable` for an empty file.
 * @param source without it, the begin is the whole file
 */
export async function recognise(bytes: Uint8Array, name: string, source?: ByteSource): Promise<Readable> {
  if (bytes.length === 0) {
    throw unreadable(
      'format-unreadable',
      phrase`${name} is empty.`,
      phrase`Record or export again, or restore the file from where it was copied.`,
    );
  }
  let begin: Beginning = beginningOf(bytes);
  const all = await Promise.all(formats.map(async (format) => ({ ...format, ...(await format.reading?.load()) })));
  const readable = all.flatMap(({ looksLike, read, ...rest }) => (looksLike && read ? [{ ...rest, looksLike, read }] : []));
  let found = bestFit(readable, begin, name);
  if (found === undefined && source !== undefined) {
    for await (const longer of longerBeginnings(begin, source)) {
      found = bestFit(readable, longer, name);
      begin = { ...begin, json: longer.json };
      if (found !== undefined) break;
    }
  }
  let notice: Relative | undefined;
  if (found === undefined && source !== undefined) {
    const inLogs = readable.filter(({ reading }) => reading?.isInLogs);
    for await (const part of partsOfLog(begin, source)) {
      found = bestFit(inLogs, part, name);
      notice ??= noticeIn(part);
      if (found !== undefined) break;
    }
  }
  if (found !== undefined) return found;
  const relative = notice ?? relativeOf(begin);
  if (relative !== undefined) throw unreadable('format-unknown', phrase`${name} is ${relative.is}.`, relative.next);
  const [expected, other] = readable.filter((format) => hasEnding(format, name));
  throw unreadable(
    'format-unknown',
    expected === undefined || other !== undefined || isGeneralEnding(name)
      ? phrase`${name} is in no format that Laglens reads.`
      : phrase`${name} has the ending of ${expected.label}, but other content.`,
    phrase`Laglens reads sessions, and ${readLabels}.`,
  );
}

/** The format to write by a file's ending; undefined if none is known. */
export function formatOfEnding(name: string): Format | undefined {
  return formats.find((format) => format.writing !== undefined && hasEnding(format, name));
}

function hasEnding({ endings }: Format, name: string): boolean {
  const lower = name.toLowerCase().replace(/\.gz$/, '');
  return endings.some((ending) => lower.endsWith(ending.replace(/\.gz$/, '')));
}

function bestFit(readable: readonly Readable[], begin: Beginning, name: string): Readable | undefined {
  const fitting = readable.filter(({ looksLike }) => looksLike(begin));
  return fitting.find((format) => hasEnding(format, name)) ?? fitting[0];
}
