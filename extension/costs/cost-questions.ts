import type { FileHeat, RunRange } from '../../core/analysis/source-costs/file-costs.ts';
import type { TimeRanges } from '../../core/columns/time-range.ts';
import type { SourceKey } from '../sources/source-document.ts';

/** Of what costs are wanted. */
export interface WantedCosts {
  readonly thresholdUs: number;
  /** Times that count, undefined for all. Files are of one number: with another one they have to be watched again. */
  readonly selection: { readonly number: number; readonly ranges: TimeRanges | undefined };
}

/** A session as of an update. */
export interface CostFacts {
  /** When it was recorded, by the clock of the computer that did; 0 unknown. */
  readonly recordedMs: number;
  readonly runs: number;
  /** That are held: of a long session the newest. */
  readonly samples: number;
  /** That count. */
  readonly lags: number;
  /** All work on main threads in what is selected, when there are no lags to go by; undefined when there are. */
  readonly workUs: number | undefined;
}

/** A source whose costs are wanted. */
export interface WantedSource {
  /** By which it is asked for; the asker's own. */
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

/** Some paths of native sources in a session that have a name. */
export interface NamedPaths {
  readonly paths: readonly string[];
  /** Row of the session's methods to go on with. */
  readonly next: number;
  /** There are no more for now. */
  readonly isAll: boolean;
}

/** What can be asked about a session. */
export interface CostSource {
  /** Something came since the last `update`. */
  readonly hasChanges: boolean;
  /** Takes the next part of a file, whose buffer is empty afterwards. */
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
