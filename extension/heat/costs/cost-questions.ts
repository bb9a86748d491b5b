import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import type { AppLimits } from '../../../core/analysis/lags/app-limits.ts';
import type { FileHeat, RunRange } from '../../../core/analysis/source-costs/file-costs.ts';
import type { TimeRanges } from '../../../core/columns/time-range.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import type { SourceKey } from '../../sources/source-document.ts';

/** Which lags count. */
export interface Judging {
  readonly thresholdUs: number;
  readonly limits: AppLimits;
}

export interface WantedCosts extends Judging {
  /** Times that count, undefined for all. Files must be watched again after the number changed. */
  readonly selection: { readonly number: number; readonly ranges: TimeRanges | undefined };
}

export interface CostFacts {
  /** Wall clock of the recording computer; 0 unknown. */
  readonly recordedMs: number;
  readonly runs: number;
  /** Samples in memory; of a long session the newest. */
  readonly samples: number;
  /** Lags that count. */
  readonly lags: number;
  /** Work on main threads in the selection if there are no lags, else undefined. */
  readonly workUs: number | undefined;
}

export interface WantedSource {
  /** Chosen by the caller to identify the file. */
  readonly file: number;
  readonly key: SourceKey;
  readonly runs: RunRange;
  readonly lines: number;
}

/** Line from 1. */
export interface WatchedLine {
  readonly file: number;
  readonly line: number;
}

export interface NamedCaller {
  /** Undefined for the outermost line. */
  readonly frame: { readonly label: string; readonly sourceFile: string; readonly line: number } | undefined;
  readonly totalUs: number;
}

export interface NamedCallers {
  /** In order of time, longest first. */
  readonly first: readonly NamedCaller[];
  readonly count: number;
}

/** Why the lag lagged in which a line took most time. */
export interface LineCause {
  readonly sentences: Cause['sentences'];
}

/** Paths of native sources with a given name, a limited number. */
export interface NamedPaths {
  readonly paths: readonly string[];
  /** Row of methods to continue from. */
  readonly next: number;
  /** No more for now. */
  readonly isAll: boolean;
}

/** Questions about a session. */
export interface CostSource {
  readonly hasChanges: boolean;
  /**
   * Follows a session that is not in memory here, and names that are found for it, until aborted.
   * @param news called when there is something to show
   */
  read(news: () => void, signal: AbortSignal): Promise<void>;
  update(wanted: WantedCosts): Promise<CostFacts>;
  watch(source: WantedSource): Promise<void>;
  unwatch(file: number): void;
  heat(file: number): Promise<FileHeat>;
  /** Callers of joined lines. */
  callers(of: readonly WatchedLine[], most: number): Promise<NamedCallers>;
  /** Of joined lines; undefined without a lag. */
  cause(of: readonly WatchedLine[], appClasses: AppClasses): Promise<LineCause | undefined>;
  /** @param from row of the session's methods */
  paths(name: string, from: number): Promise<NamedPaths>;
  close(): void;
}
