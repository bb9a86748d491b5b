import { FILE_HEADER_BYTES, parseFileHeader } from '../session/file/file-layout.ts';
import { type Format, formats } from './formats.ts';
import { unreadable } from './import/import-errors.ts';

/** Enough to recognise a format, unpacked. */
export const BEGIN_BYTES = 64 << 10;
/** RFC 1952, 2.3.1. */
const GZIP = [0x1f, 0x8b];

export function isGzip(bytes: Uint8Array): boolean {
  return GZIP.every((byte, at) => bytes[at] === byte);
}

/** Endings of files that are rarely profiles. */
export const generalEndings = ['.json', '.txt', '.log', '.zip', '.gz', '.ips', '.cpuprofile', '.trace', '.pb', '.xml'] as const;

export function isGeneralEnding(name: string): boolean {
  const lower = name.toLowerCase();
  return generalEndings.some((ending) => lower.endsWith(ending));
}

/** True for Laglens' own files, also of other versions. */
export function isSession(bytes: Uint8Array): boolean {
  return bytes.length >= FILE_HEADER_BYTES && typeof parseFileHeader(bytes.subarray(0, FILE_HEADER_BYTES)) === 'number';
}

/**
 * The readable format of a file, by its unpacked begin; its name decides among several.
 * @throws LaglensError `format-unknown`, `format-unreadable` for an empty file
 */
export function recognise(bytes: Uint8Array, name: string): Format & { readonly reading: NonNullable<Format['reading']> } {
  if (bytes.length === 0) {
    throw unreadable('format-unreadable', `${name} is empty.`, 'Record or export again, or restore the file from where it was copied.');
  }
  const begin = { bytes, text: new TextDecoder().decode(bytes) };
  const readable = formats.flatMap(({ reading, ...rest }) => (reading === undefined ? [] : [{ ...rest, reading }]));
  const fitting = readable.filter(({ reading }) => reading.looksLike(begin));
  const found = fitting.find((format) => hasEnding(format, name)) ?? fitting[0];
  if (found !== undefined) return found;
  const [expected, other] = readable.filter((format) => hasEnding(format, name));
  throw unreadable(
    'format-unknown',
    expected === undefined || other !== undefined || isGeneralEnding(name)
      ? `${name} is in no format that Laglens reads.`
      : `${name} has the ending of ${expected.label}, but other content.`,
    `Laglens reads sessions, ${readable.map(({ label }) => label).join(', ')}.`,
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
