import type * as vscode from 'vscode';
import type { AppLimits } from '../../core/analysis/lags/app-limits.ts';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import type { AppClasses, ComparedOthers, RunChoice, ShareKind } from '../../protocol/page-protocol.ts';
import type { BaselineRun, CurrentView, Selection, SourceRequest } from '../../protocol/parse-from-page.ts';
import type { Log } from '../surface/log.ts';
import type { PageSource } from './page-source.ts';

/** Learns which sessions pages show. */
export interface PageWatcher {
  onShown(source: PageSource): void;
  /** Its threshold or limits changed. */
  onJudging(source: PageSource): void;
  /** Another selection on a page, undefined for none. */
  onSelection(source: PageSource, selection: Selection | undefined): void;
  /** No page shows it. A source has one page; two editors of a file have two sources. */
  onClosed(source: PageSource): void;
}

/** Hints on the sample session's page. */
export interface PageHints {
  /** Number of hints followed before; undefined for a session without hints. */
  followed(session: vscode.Uri | undefined): number | undefined;
  /** Keeps the number of hints followed, so that they come once. */
  keep(followed: number): void;
}

export interface PageServices {
  readonly extension: vscode.Uri;
  readonly log: Log;
  /** The setting, which sessions begin with. */
  thresholdUs(): number;
  /** The settings for whole apps. */
  limits(): AppLimits;
  appClasses(): Promise<AppClasses>;
  open(source: SourceRequest, beside: boolean): Promise<void>;
  /** The page is used again after `open`. */
  used(): void;
  /** Resolves when symbols were searched again. */
  retrySymbols(): Promise<void>;
  locateSymbols(wanted: string): Promise<void>;
  /** The baseline, if there is one. */
  baseline(): Promise<Baseline | undefined>;
  /** Keeps a page's baseline, and says so unless sides were swapped. */
  setBaseline(baseline: Baseline, isSwap: boolean): Promise<void>;
  /** Asks which run becomes the baseline; undefined if cancelled. */
  chooseRun(runs: readonly BaselineRun[]): Promise<RunChoice | undefined>;
  clearBaseline(): Promise<void>;
  /** Records the same app again. */
  repeat(): Promise<void>;
  /** Asks what to compare the session with. */
  compare(source: PageSource, of?: ComparedOthers): Promise<void>;
  /** Makes it the baseline and shows the baseline's session. */
  swap(source: PageSource): Promise<void>;
  /** Opens VS Code's settings at one, by its whole id. */
  openSetting(id: string): Promise<void>;
  /** Puts a text into the clipboard and says so. */
  copyText(text: string): Promise<void>;
  share(source: PageSource, kind: ShareKind, at: CurrentView): Promise<void>;
  readonly watcher: PageWatcher;
  readonly hints: PageHints;
}
