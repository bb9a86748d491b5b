import type { ReplayedSession } from '../core/session/file/replay.ts';

/** The user's, for one file of another tool. */
export interface ReadingChoices {
  /** Path of a source map. */
  readonly sourceMap?: string | undefined;
}

export interface AnyModel extends ReplayedSession {
  /** What was read, skipped and assumed; undefined for Laglens' own sessions. */
  readonly imported: { readonly text: string } | undefined;
}

/** A file, or an entry of a container. */
export interface FilePlace {
  readonly path: string;
  readonly entry: string | undefined;
}

/** Reads other tools' files. */
export interface ForeignReader {
  /** False for sessions. @throws LaglensError for a file that cannot be opened, or a choice that a session has no use for */
  reads(path: string, choices: ReadingChoices): Promise<boolean>;
  /** Rejects with LaglensError, and AbortError on the signal. */
  model(path: string, signal: AbortSignal, choices: ReadingChoices): Promise<AnyModel>;
  placeOf(path: string): Promise<FilePlace>;
}
