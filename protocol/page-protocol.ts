import type { AppLimits } from '../core/analysis/lags/app-limits.ts';
import type { Baseline } from '../core/analysis/lags/groups/baseline.ts';

/**
 * Messages of the extension host to the page; those of the page are in `parse-from-page.ts`. The page computes everything from the session's
 * bytes, so no model travels as JSON.
 */

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

/** Sides of a comparison besides one session. */
export const comparedOthers = ['several', 'version'] as const;
export type ComparedOthers = (typeof comparedOthers)[number];

/** Hints on the sample's page, in their order. */
export const sampleHints = ['lag', 'frame', 'line'] as const;
export type SampleHint = (typeof sampleHints)[number];

/** Range of thresholds in page and settings, in microseconds. */
export const THRESHOLD_RANGE_US = { least: 16_000, most: 60_000_000 } as const;

/** Least milliseconds between two `bytes` messages, except as a lag opens: ten updates a second. */
export const UPDATE_INTERVAL_MS = 100;

/** Element id of the page's translations by `translationKey`, as JSON. English has none. */
export const STRINGS_ELEMENT = 'laglens-strings';
