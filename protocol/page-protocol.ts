import type { Baseline } from '../core/analysis/lags/groups/baseline.ts';
import type { TimeRange } from '../core/columns/time-range.ts';

/**
 * What the extension host and the page say to each other: two small discriminated unions, imported by both sides.
 * The page gets the session as bytes of whole wire messages and computes everything from them itself, by the same core
 * code as the host, so nothing of the model ever travels as JSON.
 */

/** Which classes count as the developer's own. */
export interface AppClasses {
  /** Packages declared in the workspace's sources; they match exactly. */
  readonly packages: readonly string[];
  /** Fallbacks (setting `laglens.appPackages`, application id); they match a package and all below it. */
  readonly prefixes: readonly string[];
}

/** Where a live capture stands. A recorded session is always `recorded`. */
export type SessionPhase = 'starting' | 'recording' | 'silent' | 'waiting' | 'reconnecting' | 'stopped' | 'recorded';

/** What the page is about; comes first, and again whenever the page was loaded anew. */
export interface BeginMessage {
  readonly type: 'begin';
  /** Stable key of the session: view state kept by the page belongs to it. */
  readonly session: string;
  /** Name for people: the app, or the file. */
  readonly title: string;
  readonly live: boolean;
  /** Names that are found for it become part of its file. */
  readonly keepsNames: boolean;
  readonly thresholdUs: number;
  readonly appClasses: AppClasses;
}

/** Something about the file or the capture that the extension host knows. */
export interface HostWarning {
  /** Stable code, also for tests. */
  readonly code: string;
  readonly text: string;
}

/** All runs of a session, or one by its index. */
export type RunChoice = 'all' | number;

/** A run of a session that may become the baseline; times are session microseconds. */
export interface BaselineRun extends TimeRange {
  readonly lags: number;
}

export type ToPage =
  | BeginMessage
  /**
   * The next bytes of the session, whole messages. `catchingUp` says that more is waiting: draw later. `chunk` says that they
   * decode on their own, as the chunks of a file do: damage in one of them does not reach the next.
   */
  | { readonly type: 'bytes'; readonly data: ArrayBuffer; readonly catchingUp: boolean; readonly chunk: boolean }
  | { readonly type: 'phase'; readonly phase: SessionPhase; readonly detail: string }
  | { readonly type: 'threshold'; readonly thresholdUs: number }
  | { readonly type: 'appClasses'; readonly appClasses: AppClasses }
  /** All that the reader should know about the file or the capture now; what is no longer in the list no longer holds. */
  | { readonly type: 'warnings'; readonly warnings: readonly HostWarning[] }
  /** What sessions are compared with; undefined when there is none any more. */
  | { readonly type: 'baseline'; readonly baseline: Baseline | undefined }
  /** This session, or a run of it, is to be what others are compared with: the page answers with `baseline`, or asks which run. */
  | { readonly type: 'setBaseline'; readonly run: RunChoice | undefined }
  /** The reader asked for the list of symbols. */
  | { readonly type: 'showSymbols' }
  /** The reader asked for this lag, which may still be on its way: the id that the judge gave it. */
  | { readonly type: 'showLag'; readonly lag: string }
  /** A link leads to this view of the session: what a page once said it looks at. */
  | { readonly type: 'showView'; readonly view: unknown }
  /** The reader asked for this function (`FrameKey` of core/views) in all that was recorded. */
  | { readonly type: 'showFunction'; readonly function: string }
  /** A command wants to share what is looked at: the page says what that is. */
  | { readonly type: 'share'; readonly kind: ShareKind }
  /** What was asked by `retrySymbols` or `locateSymbols` has been looked up; what was found came as bytes. */
  | { readonly type: 'symbolsLookedUp' }
  /** The session cannot be shown at all. */
  | { readonly type: 'failed'; readonly code: string; readonly text: string; readonly next: string };

/** A file and line, and the class that tells the package. */
export interface SourcePlace {
  /** Dotted name of the class: `com.example.shop.Cart$1`. */
  readonly class: string;
  /** File name without folders, may be empty: `Cart.java`. */
  readonly file: string;
  /** Path as native debug information has it, maybe of another computer; left out for Java and Kotlin. */
  readonly path?: string | undefined;
  /** Line from 1, 0 unknown. */
  readonly line: number;
}

/** Where a frame's source should be, after Kotlin's and SMAP's corrections. */
export interface SourceRequest extends SourcePlace {
  readonly method: string;
  /** Where an inlined function was called: opened, and said so, when its own source is not in the workspace. */
  readonly call?: SourcePlace | undefined;
  /**
   * What called the frame: opened, and said so, when the line lies behind the end of a Kotlin file, as lines of inlined functions
   * do, and no source map tells more.
   */
  readonly caller?: SourcePlace | undefined;
  /** Of the phone, for sources of Android itself; left out for everything else. */
  readonly apiLevel?: number | undefined;
}

/** What the reader looks at, for commands about it. */
export interface CurrentView {
  /** The selected lag, if there is one: its run, and its stretch in session microseconds. */
  readonly lag?: (TimeRange & { readonly id: string; readonly run: number }) | undefined;
  /** The page's own view state; to be given back as it is. */
  readonly view: unknown;
}

/** What readers give to others; `choose` asks them first. */
export const shareKinds = ['choose', 'page', 'file', 'lag', 'markdown', 'text', 'link'] as const;
export type ShareKind = (typeof shareKinds)[number];

/** What a page that was shared as a file is told by its sender. */
export interface SharedFacts {
  readonly title: string;
  readonly thresholdUs: number;
  readonly appClasses: AppClasses;
  /** The sender's view state. */
  readonly view: unknown;
  /** Paths of sources on the sender's computer by `class file` of a source request, if the sender allowed links into VS Code. */
  readonly places: Readonly<Record<string, string>>;
}

/** Ids of the elements of such a page: the session file in base64, and `SharedFacts` as JSON. */
export const SHARED_ELEMENTS = { session: 'laglens-session', facts: 'laglens-shared' } as const;

/** What the reader chose of a session: a lag, the lags of a group, or a stretch of time. */
export interface Selection {
  readonly of: 'lag' | 'lags' | 'range';
  /** In session microseconds and in their order, neither empty nor overlapping; of a lag that lasts the end is behind all that comes. */
  readonly ranges: readonly TimeRange[];
}

export type FromPage =
  /** The page can take messages; the session begins. */
  | { readonly type: 'ready' }
  /** The page has all of this session that is there. */
  | { readonly type: 'loaded'; readonly session: string }
  /** The reader wants to give something of this session to others. */
  | { readonly type: 'share'; readonly kind: ShareKind; readonly at: CurrentView }
  | { readonly type: 'open'; readonly source: SourceRequest; readonly beside: boolean }
  | { readonly type: 'threshold'; readonly thresholdUs: number }
  | { readonly type: 'mark' }
  | { readonly type: 'stop' }
  | { readonly type: 'save' }
  /** What `setBaseline` asked for. */
  | { readonly type: 'baseline'; readonly baseline: Baseline }
  /** The session has several runs: `setBaseline` has to say of which; by index. */
  | { readonly type: 'baselineRuns'; readonly runs: readonly BaselineRun[] }
  | { readonly type: 'clearBaseline' }
  /** Look again for symbols. */
  | { readonly type: 'retrySymbols' }
  /** Ask where symbols are, then look again. `wanted` says of what, for people. */
  | { readonly type: 'locateSymbols'; readonly wanted: string }
  /** The reader chose something else, undefined for all of the session. */
  | { readonly type: 'selection'; readonly selection: Selection | undefined }
  /** The page failed; goes to the log. */
  | { readonly type: 'failed'; readonly text: string };

/** Thresholds that the page and the settings accept, in microseconds. */
export const THRESHOLD_RANGE_US = { least: 16_000, most: 60_000_000 } as const;

/** Milliseconds between two `bytes` messages to a visible page: at most ten updates a second. */
export const UPDATE_INTERVAL_MS = 100;

export type { PageStringKey, PageStrings } from './page-strings.ts';

/** Id of the element of the page that holds `PageStrings` as JSON. */
export const STRINGS_ELEMENT = 'laglens-strings';
