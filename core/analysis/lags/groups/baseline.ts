import type { SessionModel } from '../../../session/model/model.ts';
import { frameOf } from '../../frames/frame.ts';
import { observedUs, observedUsOfRun } from '../../threads/observed-time.ts';
import type { Lag, LagKind } from '../lag.ts';
import { type BaselineTree, baselineTree } from './baseline-tree.ts';
import { type LagGroup, lagGroups } from './lag-groups.ts';

/** Of another version nothing is read. */
export const BASELINE_VERSION = 1;

/**
 * What is kept of a session to compare others with, small enough to be kept beside settings: its lags in groups, and what its main
 * threads did. Everything goes by names that survive a rebuild (`stable-name.ts`), nothing by rows. Times are microseconds.
 */
export interface Baseline {
  readonly version: typeof BASELINE_VERSION;
  /** What the session was called. */
  readonly title: string;
  /** By what it is known again, and how far it went then, session time: what comes later in it can be compared with what was before. */
  readonly session: string;
  readonly untilUs: number;
  /** When it was recorded, milliseconds since 1970; 0 unknown. */
  readonly recordedMs: number;
  /** How long lags could have been seen. */
  readonly observedUs: number;
  /** What was shorter was no lag. */
  readonly thresholdUs: number;
  readonly groups: readonly BaselineGroup[];
  readonly threads: readonly BaselineThread[];
}

/** A group of lags of the baseline. */
export interface BaselineGroup {
  readonly key: string;
  /** The frame to blame for people, '' none: `Cart.total`. */
  readonly label: string;
  readonly kind: LagKind;
  /** How long each lasted, the longest first; so another threshold can be applied later. */
  readonly durationsUs: readonly number[];
}

/** What a main thread did in all runs that are kept, waiting for messages left out. */
export interface BaselineThread {
  /** Name of the thread. */
  readonly name: string;
  readonly tree: BaselineTree;
}

export interface BaselineOptions {
  readonly title: string;
  /** Stable key of the session. */
  readonly session: string;
  readonly thresholdUs: number;
  /** Index of the only run that is kept; all of them without it. What comes after it in the session can be compared with it. */
  readonly run?: number;
}

/** More groups are not kept: those with the least time in them are left out. */
export const MOST_GROUPS = 20_000;
/** More main threads, and threads and groups of longer names, are not kept: a reader refuses them. */
export const MOST_THREADS = 100;
export const LONGEST_TEXT = 20_000;
/** Longest label that is kept. */
const LONGEST_LABEL = 300;

/** What is worth keeping of a session, as far as it is known now. A lag that lasts counts as long as it is. */
export function baselineOf(model: SessionModel, lags: readonly Lag[], { title, session, thresholdUs, run }: BaselineOptions): Baseline {
  const only = run === undefined ? undefined : model.runs[run];
  const isKept = (each: { readonly run: number }): boolean => only === undefined || each.run === only.index;
  const mains = model.threads.filter((thread) => thread.isMain && isKept(thread));
  const names = new Set(mains.map((thread) => thread.name).filter((name) => name.length <= LONGEST_TEXT));
  return {
    version: BASELINE_VERSION,
    title,
    session,
    untilUs: Math.round(only === undefined || only.endUs < 0 ? model.nowUs : only.endUs),
    recordedMs: recordedMs(model),
    observedUs: Math.round(only === undefined ? observedUs(model) : observedUsOfRun(only)),
    thresholdUs,
    groups: heaviest(lagGroups(lags.filter(isKept))).map((group) => baselineGroup(model, group)),
    threads: [...names].slice(0, MOST_THREADS).map((name) => ({
      name,
      tree: baselineTree(
        model,
        mains.filter((thread) => thread.name === name),
      ),
    })),
  };
}

function heaviest(groups: readonly LagGroup[]): readonly LagGroup[] {
  return groups.length <= MOST_GROUPS ? groups : groups.toSorted((a, b) => b.totalUs - a.totalUs).slice(0, MOST_GROUPS);
}

function recordedMs(model: SessionModel): number {
  return Math.round((model.session?.createdUs ?? model.runs[0]?.hello?.wallUs ?? 0) / 1000);
}

function baselineGroup(model: SessionModel, { key, lags, latest }: LagGroup): BaselineGroup {
  const label = latest.culprit === undefined ? '' : frameOf(model, latest.culprit.node).label;
  return {
    key,
    label: label.slice(0, LONGEST_LABEL),
    kind: latest.kind,
    durationsUs: lags.map((lag) => Math.round(lag.endUs - lag.beginUs)).sort((a, b) => b - a),
  };
}
