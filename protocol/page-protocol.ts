import type { CauseSetting } from '../core/analysis/causes/facts/cause.ts';
import type { AppLimits } from '../core/analysis/lags/app-limits.ts';
import type { Baseline } from '../core/analysis/lags/groups/baseline.ts';
import type { TimeRange } from '../core/columns/time-range.ts';

/** Messages between extension host and page. The page computes everything from the session's bytes, so no model travels as JSON. */

/** Decides the app's own code. */
export interface AppClasses {
  /** Packages of the workspace's sources, matched exactly. */
  readonly packages: readonly string[];
  /** Prefixes from `laglens.appPackages` and application ids; match all below them. */
  readonly prefixes: readonly string[];
}

/** State of a capture; a file is `recorded`. */
export type SessionPhase = 'starting' | 'recording' | 'silent' | 'waiting' | 'reconnecting' | 'stopped' | 'recorded';

/** Sent again after a reload of the page. */
export interface BeginMessage {
  readonly type: 'begin';
  /** Stable key of the session, under which view state is stored. */
  readonly session: string;
  readonly title: string;
  readonly live: boolean;
  /** Found names are written into its file. */
  readonly keepsNames: boolean;
  readonly thresholdUs: number;
  /** Limits of the whole app; the defaults if left out. */
  readonly limits?: AppLimits | undefined;
  readonly appClasses: AppClasses;
}

/** A fact about file or capture that only the host knows. */
export interface HostWarning {
  /** Stable code. */
  readonly code: string;
  readonly text: string;
}

/** All runs of a session, or one by index. */
export type RunChoice = 'all' | number;

/** A run that may become the baseline, in session microseconds. */
export interface BaselineRun extends TimeRange {
  readonly lags: number;
}

interface PhaseMessage {
  readonly type: 'phase';
  readonly phase: SessionPhase;
  readonly detail: string;
  /** A stopped capture is saved, and this many sessions are kept. */
  readonly keptSessions?: number | undefined;
  /** Whole seconds that a running capture has recorded: the clock of page and status bar. */
  readonly recordedS?: number | undefined;
}

export type ToPage =
  | BeginMessage
  /** The session's next whole messages. `catchingUp`: more follow, render later. `chunk`: they decode alone. */
  | { readonly type: 'bytes'; readonly data: ArrayBuffer; readonly catchingUp: boolean; readonly chunk: boolean }
  | PhaseMessage
  | { readonly type: 'threshold'; readonly thresholdUs: number }
  | { readonly type: 'limits'; readonly limits: AppLimits }
  | { readonly type: 'appClasses'; readonly appClasses: AppClasses }
  /** They replace earlier ones. */
  | { readonly type: 'warnings'; readonly warnings: readonly HostWarning[] }
  /** The baseline, undefined if there is none. */
  | { readonly type: 'baseline'; readonly baseline: Baseline | undefined }
  /** Asks for this session or run as baseline; the page answers with `baseline` or `baselineRuns`. */
  | { readonly type: 'setBaseline'; readonly run: RunChoice | undefined }
  /** Asks for the selected or visible range as baseline; the page answers with `baseline`. */
  | { readonly type: 'setRangeBaseline' }
  /** The sample session: selects its longest lag and shows hints, except those that were followed before. */
  | { readonly type: 'guide'; readonly followed: number }
  | { readonly type: 'showSymbols' }
  /** Swaps the compared ranges; without them the page answers with `swap`. */
  | { readonly type: 'swap' }
  /** Selects a lag by id, which may still be on its way. */
  | { readonly type: 'showLag'; readonly lag: string }
  /** Shows the view of a link, as a page once sent it. */
  | { readonly type: 'showView'; readonly view: unknown }
  /** Shows a function (`FrameKey` of core/trees) over the whole session. */
  | { readonly type: 'showFunction'; readonly function: string }
  /** Asks for the current view, to share it. */
  | { readonly type: 'share'; readonly kind: ShareKind }
  /** A search by `retrySymbols` or `locateSymbols` is done; its names came as bytes. */
  | { readonly type: 'symbolsLookedUp' }
  | { readonly type: 'failed'; readonly text: string; readonly next: string };

/** A file and line, and the class that gives the package. */
export interface SourcePlace {
  /** Dotted name of the class: `com.example.shop.Cart$1`. */
  readonly class: string;
  /** File name without folders, may be empty: `Cart.java`. */
  readonly file: string;
  /** Path in native debug information, maybe of another computer; not for Java and Kotlin. */
  readonly path?: string | undefined;
  /** Line from 1, 0 unknown. */
  readonly line: number;
}

/** A frame's source, after corrections by Kotlin metadata and SMAP. */
export interface SourceRequest extends SourcePlace {
  readonly method: string;
  /** Call of an inlined function, opened if its own source is missing. */
  readonly call?: SourcePlace | undefined;
  /** Calling line, opened if Kotlin's line is after the file's end and no source map helps. */
  readonly caller?: SourcePlace | undefined;
  /** API level of the phone, for Android's own sources only. */
  readonly apiLevel?: number | undefined;
}

export interface CurrentView {
  /** The selected lag with run and time range, in session microseconds. */
  readonly lag?: (TimeRange & { readonly id: string; readonly run: number }) | undefined;
  /** The page's own, returned unchanged. */
  readonly view: unknown;
}

/** Forms of sharing; `choose` asks the user. */
export const shareKinds = ['choose', 'page', 'file', 'lag', 'markdown', 'text', 'link'] as const;
export type ShareKind = (typeof shareKinds)[number];

/** Facts for a page that is shared as a file. */
export interface SharedFacts {
  readonly title: string;
  readonly thresholdUs: number;
  readonly limits?: AppLimits | undefined;
  readonly appClasses: AppClasses;
  readonly view: unknown;
  /** Paths on the sender's computer by `class file`, if the sender allowed links into VS Code. */
  readonly places: Readonly<Record<string, string>>;
  /** The `Baseline` that the session is compared with: JSON, deflated, in base64. */
  readonly baseline?: string | undefined;
}

/** Key of a shared page's session. */
export const SHARED_SESSION = 'shared';

/** Element ids of a shared page: session file in base64, `SharedFacts` as JSON. */
export const SHARED_ELEMENTS = { session: 'laglens-session', facts: 'laglens-shared' } as const;

/** Selected lag, lags of a group, or time range. */
export interface Selection {
  readonly of: 'lag' | 'lags' | 'range';
  /** Session microseconds, ordered, not empty, not overlapping; an ongoing lag has no end. */
  readonly ranges: readonly TimeRange[];
}

/** Sides of a comparison besides one session. */
export const comparedOthers = ['several', 'version'] as const;
export type ComparedOthers = (typeof comparedOthers)[number];

export type FromPage =
  /** The page can take messages. */
  | { readonly type: 'ready' }
  /** The page has all of the session up to now. */
  | { readonly type: 'loaded'; readonly session: string }
  | { readonly type: 'share'; readonly kind: ShareKind; readonly at: CurrentView }
  | { readonly type: 'open'; readonly source: SourceRequest; readonly beside: boolean }
  | { readonly type: 'threshold'; readonly thresholdUs: number }
  | { readonly type: 'mark' }
  | { readonly type: 'stop' }
  | { readonly type: 'save' }
  /** Record the same app again. */
  | { readonly type: 'repeat' }
  /** Ask for a session to compare with, for several, or for a version of the app. */
  | { readonly type: 'compare'; readonly of?: ComparedOthers | undefined }
  /** Make this session the baseline, and show the baseline's session. */
  | { readonly type: 'swap' }
  | { readonly type: 'baseline'; readonly baseline: Baseline }
  /** The session has several runs; `setBaseline` must name one by index. */
  | { readonly type: 'baselineRuns'; readonly runs: readonly BaselineRun[] }
  | { readonly type: 'clearBaseline' }
  /** Number of the sample's hints that were followed or closed. */
  | { readonly type: 'followed'; readonly hints: number }
  | { readonly type: 'retrySymbols' }
  /** Ask for a place of symbols, then search again. `wanted` names them for people. */
  | { readonly type: 'locateSymbols'; readonly wanted: string }
  /** Opens VS Code's settings at one. */
  | { readonly type: 'openSetting'; readonly setting: CauseSetting }
  /** For the clipboard. */
  | { readonly type: 'copyText'; readonly text: string }
  /** The selection, undefined for the whole session. */
  | { readonly type: 'selection'; readonly selection: Selection | undefined }
  /** The page was pressed, or a key in it, after an `open`: the focus is meant to be here. */
  | { readonly type: 'used' }
  | { readonly type: 'failed'; readonly text: string };

/** Hints on the sample's page, in their order. */
export const sampleHints = ['lag', 'frame', 'line'] as const;
export type SampleHint = (typeof sampleHints)[number];

/** Range of thresholds in page and settings, in microseconds. */
export const THRESHOLD_RANGE_US = { least: 16_000, most: 60_000_000 } as const;

/** Least milliseconds between two `bytes` messages, except as a lag opens: ten updates a second. */
export const UPDATE_INTERVAL_MS = 100;

export type { PageStringKey, PageStrings } from './page-strings.ts';

/** Element id of `PageStrings` as JSON. */
export const STRINGS_ELEMENT = 'laglens-strings';
