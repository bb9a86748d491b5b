import type { Turns } from '../../../../core/session/file/turns.ts';
import type { JsonOutline } from '../text/json-outline.ts';
import type { ByteSource } from './byte-source.ts';
import type { ImportReport } from './import-report.ts';
import type { SessionBuilder } from './session-builder.ts';

export interface ImportTask {
  readonly source: ByteSource;
  readonly builder: SessionBuilder;
  readonly report: ImportReport;
  /** Pause in long loops. */
  readonly turns: Turns;
  /** Unpacks zlib's bytes within a file; undefined for damaged ones, and beyond `most`. Without it they are skipped. */
  readonly inflate?: (bytes: Uint8Array, most: number) => Uint8Array | undefined;
  /** Like `inflate`, for zstd's frames (RFC 8878). */
  readonly unzstd?: (bytes: Uint8Array, most: number) => Uint8Array | undefined;
  /** A file of this name in the source's folder; undefined if there is none. */
  readonly beside?: (name: string) => Promise<ByteSource | undefined>;
  /** A source map that the user named for this profile. */
  readonly sourceMap?: ByteSource | undefined;
}

/** Throws LaglensError for files it cannot read. */
export type ProfileReader = (task: ImportTask) => Promise<void>;

/** The begin of a file, for recognition. */
export interface Beginning {
  /** The file's unpacked begin, at most 64 KiB. */
  readonly bytes: Uint8Array;
  /** The same as `CleanText` gives it. */
  readonly text: string;
  /** Keys of a JSON file, also those far behind its begin; undefined for other files. */
  readonly json?: JsonOutline | undefined;
  /** The text is that of a log of Android. */
  readonly isOfLog?: boolean;
}
