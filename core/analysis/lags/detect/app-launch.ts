import { float64At } from '../../../columns/at.ts';
import type { TimeRange } from '../../../columns/time-range.ts';
import { lifePhase } from '../../../session/columns/run-columns.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import { SETTLED_US } from '../../threads/observed-time.ts';

/** Shorter launches are fine: Apple asks for the first frame within 400 ms (WWDC 2019, “Optimizing App Launch”). */
export const LEAST_LAUNCH_US = 400_000;
/** An agent that attached later than this saw no launch. */
const LONGEST_BEFORE_US = 60_000_000;

/** A launched app becomes active within this time. */
const ACTIVE_AFTER_US = 5_000_000;

export interface Launch extends TimeRange {
  /** So far, while it lasts. */
  readonly endUs: number;
  readonly open: boolean;
  /** The process or the link ended first. */
  readonly cut: boolean;
  /** A background launch, which Matrix leaves out, too. */
  readonly isBackground: boolean;
}

/** Undefined for a prewarmed or stopped process (debugger, system), or an agent that came too late. */
export function launchOf(run: Run, main: Thread | undefined): Launch | undefined {
  const { phases, stops } = run;
  const beginUs = launchBeginUs(run);
  if (beginUs === undefined || phases.firstUs(lifePhase.prewarmed) !== undefined) return undefined;
  const doneUs = phases.firstUs(lifePhase.firstIdle);
  const isOver = run.endUs >= 0 || run.isBroken;
  if (doneUs === undefined && main !== undefined && hasRunLong(run, main)) return undefined;
  const endUs = doneUs ?? run.nowUs;
  if (endUs <= Math.max(beginUs, run.beginUs)) return undefined;
  for (let row = 0; row < stops.length; row++) {
    if (float64At(stops.beginUs, row) < endUs && float64At(stops.endUs, row) > beginUs) return undefined;
  }
  const activeUs = phases.firstUs(lifePhase.active) ?? Number.POSITIVE_INFINITY;
  const backgroundUs = phases.firstUs(lifePhase.background) ?? Number.POSITIVE_INFINITY;
  return {
    beginUs,
    endUs,
    open: doneUs === undefined && !isOver,
    cut: doneUs === undefined && isOver,
    isBackground: (backgroundUs <= endUs && backgroundUs < activeUs) || isNeverActive(run, endUs),
  };
}

/** A visible app becomes active right after launch. */
function isNeverActive({ phases, nowUs }: Run, endUs: number): boolean {
  const heard = phases.firstUs(lifePhase.launched) !== undefined;
  return heard && nowUs - endUs > ACTIVE_AFTER_US && phases.firstUs(lifePhase.active) === undefined;
}

/** True once the app's visibility is known. */
export function isSettledLaunch(run: Run, { endUs }: Launch): boolean {
  return run.endUs >= 0 || run.nowUs - endUs > ACTIVE_AFTER_US;
}

function launchBeginUs({ phases }: Run): number | undefined {
  const startedUs = phases.firstUs(lifePhase.started);
  const loadedUs = phases.firstUs(lifePhase.loaded);
  if (startedUs === undefined || loadedUs === undefined) return startedUs ?? loadedUs;
  return loadedUs - startedUs > LONGEST_BEFORE_US ? loadedUs : startedUs;
}

/** The run loop slept long ago, unseen: the agent came later. */
function hasRunLong(run: Run, { messages }: Thread): boolean {
  return messages.length > 1 && run.nowUs - float64At(messages.endUs, 0) > SETTLED_US;
}
