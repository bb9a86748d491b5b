import type { TimeRange } from '../../../columns/time-range.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import { frameOf } from '../../frames/frame.ts';
import { observedUs, observedUsInRange, observedUsOfRun } from '../../threads/observed-time.ts';
import type { Lag, LagKind } from '../lag.ts';
import { type BaselineTree, baselineTree } from './baseline-tree.ts';
import { type LagGroup, lagGroups } from './lag-groups.ts';

/** Systems whose apps are different programs, whatever their names. */
export type BaselineSystem = (typeof baselineSystems)[number];

export const baselineSystems = ['apple', 'java'] as const;

/** Other versions are not read. */
export const BASELINE_VERSION = 1;

/**
 * A session reduced for comparison: its groups of lags and its main threads. Keyed by names that survive rebuilds (`stable-name.ts`), never
 * by rows. Microseconds.
 */
export interface Baseline {
  readonly version: typeof BASELINE_VERSION;
  readonly title: string;
  /** Key of the session, and its length then: its later part can be compared with it. */
  readonly session: string;
  /** Application id or main class of its process, '' if unknown. */
  readonly app: string;
  /** The app's system; undefined if unknown, as in older baselines. */
  readonly system?: BaselineSystem;
  /** Made of another tool's profile. */
  readonly isImport?: true;
  readonly untilUs: number;
  /** Number of sessions, from 2; undefined for one. */
  readonly sessions?: number;
  /** Session time of the only kept part; without it, all or a run. Its own session is not compared with it. */
  readonly range?: TimeRange;
  /** Milliseconds since 1970; 0 if unknown. */
  readonly recordedMs: number;
  /** Time in which lags could be seen. */
  readonly observedUs: number;
  /** The same of each of several sessions: one that differs from the others says that chance does more. */
  readonly observedEachUs?: readonly number[];
  /** Shorter ones were no lags. */
  readonly thresholdUs: number;
  readonly groups: readonly BaselineGroup[];
  readonly threads: readonly BaselineThread[];
}

export interface BaselineGroup {
  readonly key: string;
  readonly label: string;
  readonly kind: LagKind;
  /** Lengths, longest first, so that another threshold can be applied. */
  readonly durationsUs: readonly number[];
  /** The session of each, by its place in `observedEachUs`. */
  readonly sessions?: readonly number[];
}

/** A main thread of all kept runs, without waits for messages. */
interface BaselineThread {
  readonly name: string;
  readonly tree: BaselineTree;
}

interface BaselineOptions {
  readonly title: string;
  /** Stable key of the session. */
  readonly session: string;
  readonly thresholdUs: number;
  /** Index of the only kept run; without it, all. Later parts of the session can be compared with it. */
  readonly run?: number;
  /** Session time of the only kept part: lags that overlap it, with their whole lengths. */
  readonly range?: TimeRange;
}

/** Beyond this, groups with the least time are left out. */
export const MOST_GROUPS = 20_000;
/** More threads, or longer names, are left out: readers reject them. */
export const MOST_THREADS = 100;
export const LONGEST_TEXT = 20_000;
const LONGEST_LABEL = 300;

/** Open lags count with their length so far. */
export function baselineOf(model: SessionModel, lags: readonly Lag[], options: BaselineOptions): Baseline {
  const { title, session, thresholdUs, run, range } = options;
  const only = run === undefined ? undefined : model.runs[run];
  const isKept = (each: { readonly run: number }): boolean => only === undefined || each.run === only.index;
  const isInRange = (lag: Lag): boolean => range === undefined || (lag.beginUs < range.endUs && range.beginUs < lag.endUs);
  const process = only ?? model.runs.findLast(({ beginUs }) => range === undefined || beginUs < range.endUs);
  const mains = model.threads.filter((thread) => thread.isMain && isKept(thread));
  const names = new Set(mains.map((thread) => thread.name).filter((name) => name.length <= LONGEST_TEXT));
  return {
    version: BASELINE_VERSION,
    title,
    session,
    app: (process?.process?.app ?? process?.hello?.process ?? '').slice(0, LONGEST_LABEL),
    ...systemOf(process),
    ...(process?.isImported === true ? { isImport: true } : {}),
    untilUs: Math.round(only === undefined || only.endUs < 0 ? model.nowUs : only.endUs),
    recordedMs: recordedMs(model),
    observedUs: Math.round(observed(model, only, range)),
    thresholdUs,
    groups: heaviest(lagGroups(lags.filter((lag) => isKept(lag) && isInRange(lag)))).map((group) => baselineGroup(model, group)),
    threads: [...names].slice(0, MOST_THREADS).map((name) => ({
      name,
      tree: baselineTree(
        model,
        mains.filter((thread) => thread.name === name),
        range,
      ),
    })),
    ...(range === undefined ? {} : { range: { beginUs: Math.round(range.beginUs), endUs: Math.round(range.endUs) } }),
  };
}

/** Android and JVMs share their code; unknown before the agent's first words. */
export function systemOf(run: Run | undefined): { readonly system?: BaselineSystem } {
  if (run?.isApple === true) return { system: 'apple' };
  return run?.hello === undefined || run.isImported ? {} : { system: 'java' };
}

function observed(model: SessionModel, only: Run | undefined, range: TimeRange | undefined): number {
  if (range !== undefined) return observedUsInRange(model, range);
  return only === undefined ? observedUs(model) : observedUsOfRun(only);
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
