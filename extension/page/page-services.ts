import type * as vscode from 'vscode';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { AppClasses, BaselineRun, CurrentView, RunChoice, Selection, ShareKind, SourceRequest } from '../../protocol/page-protocol.ts';
import type { Log } from '../surface/log.ts';
import type { PageSource } from './page-source.ts';

/** Who wants to know which sessions are looked at. */
export interface PageWatcher {
  /** A page of this session is looked at. */
  onShown(source: PageSource): void;
  /** The threshold of a session that a page shows has changed. */
  onThreshold(source: PageSource): void;
  /** Something else of it is selected on a page, undefined for nothing. */
  onSelection(source: PageSource, selection: Selection | undefined): void;
  /** Its page no longer shows it. A source has one page: two editors of a file read it by a source each. */
  onClosed(source: PageSource): void;
}

/** What every page needs from the extension, whatever it shows. */
export interface PageServices {
  readonly extension: vscode.Uri;
  readonly log: Log;
  /** The setting, which sessions begin with. */
  thresholdUs(): number;
  appClasses(): Promise<AppClasses>;
  open(source: SourceRequest, beside: boolean): Promise<void>;
  /** Looks again for symbols; resolves when that is done. */
  retrySymbols(): Promise<void>;
  /** Asks where symbols are and looks again. */
  locateSymbols(wanted: string): Promise<void>;
  /** What sessions are compared with, undefined when there is none. */
  baseline(): Promise<Baseline | undefined>;
  /** Keeps the baseline that a page made of its session, and says so. */
  setBaseline(baseline: Baseline): Promise<void>;
  /** Asks which run of a session is to become the baseline; undefined when the reader chose none. */
  chooseRun(runs: readonly BaselineRun[]): Promise<RunChoice | undefined>;
  clearBaseline(): Promise<void>;
  /** Gives something of a session to others. */
  share(source: PageSource, kind: ShareKind, at: CurrentView): Promise<void>;
  readonly watcher: PageWatcher;
}
