import type { FileHeat, RunRange } from '../../core/analysis/source-costs/file-costs.ts';
import type { TimeRanges } from '../../core/columns/time-range.ts';
import type { SourceKey } from '../sources/source-document.ts';

/** Of what costs are wanted. */
export interface WantedCosts {
  readonly thresholdUs: number;
  /** Times that count, undefined for all. Files must be watched again after the number changed. */
  readonly selection: { readonly number: number; readonly ranges: TimeRanges | undefined };
}

/** A session as of an update. */
export interface CostFacts {
  /** Wall clock of the recording computer; 0 unknown. */
  readonly recordedMs: number;
  readonly runs: number;
  /** Samples in memory; of a long session the newest. */
  readonly samples: number;
  /** That count. */
  readonly lags: number;
  /** Work on main threads in the selection if there are no lags, else undefined. */
  readonly workUs: number | undefined;
}

/** A source whose costs are wanted. */
export interface WantedSource {
  /** Chosen by the caller to identify the file. */
  readonly file: number;
  readonly key: SourceKey;
  readonly runs: RunRange;
  /** Lines that the source has. */
  readonly lines: number;
}

/** A line of a watched source, from 1. */
export interface WatchedLine {
  readonly file: number;
  readonly line: number;
}

/** What called a line. */
export interface NamedCaller {
  /** Undefined when the line was the outermost. */
  readonly frame: { readonly label: string; readonly sourceFile: string; readonly line: number } | undefined;
  readonly totalUs: number;
}

export interface NamedCallers {
  /** Those with the most time, the longest first. */
  readonly first: readonly NamedCaller[];
  readonly count: number;
}

/** Paths of native sources with a given name, a limited number. */
export interface NamedPaths {
  readonly paths: readonly string[];
  /** Row of methods to continue from. */
  readonly next: number;
  /** There are no more for now. */
  readonly isAll: boolean;
}

/** What can be asked about a session. */
export interface CostSource {
  /** Something came since the last `update`. */
  readonly hasChanges: boolean;
  /** Takes the next part of a file and its buffer. */
  take(data: Uint8Array<ArrayBuffer>, thresholdUs: number): Promise<void>;
  /** Brings the costs up to date. */
  update(wanted: WantedCosts): Promise<CostFacts>;
  watch(source: WantedSource): Promise<void>;
  /** Nothing is worked out for it any more. */
  unwatch(file: number): void;
  heat(file: number): Promise<FileHeat>;
  /** Of lines that are one line now. */
  callers(of: readonly WatchedLine[], most: number): Promise<NamedCallers>;
  /** @param from row of the session's methods */
  paths(name: string, from: number): Promise<NamedPaths>;
  close(): void;
}
