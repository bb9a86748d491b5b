import { uint32At } from '../../../columns/at.ts';
import type { TimeRange } from '../../../columns/time-range.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import type { IosFacts, LagKind, ProcessFacts } from '../lag.ts';
import { matrixDumpTypeOf } from '../matrix-dump-type.ts';
import { countedIn } from '../process-counters.ts';
import { lateFramesIn } from './late-frames.ts';

interface LagBorders extends TimeRange {
  readonly kind: LagKind;
  readonly cut?: boolean | undefined;
  /** Mode of the run loop, '' if unknown. */
  readonly mode: string;
}

/** Facts of iOS about a lag, beside its samples. */
export function iosFacts(run: Run, main: Thread | undefined, { kind, beginUs, endUs, cut, mode }: LagBorders): IosFacts {
  const isKilled = cut === true && run.endUs >= 0 && isLastOf(main, endUs);
  const facts = factsIn(run, beginUs, endUs);
  const { isBackground, threads = 0 } = facts;
  return { ...facts, dump: matrixDumpTypeOf(kind, { durationUs: endUs - beginUs, isBackground, isKilled, threads }), mode, isKilled };
}

/** Facts of another system about the process; undefined without counters. */
export function processFacts(run: Run | undefined, beginUs: number, endUs: number): ProcessFacts | undefined {
  const isReported = run !== undefined && run.counters.length + run.frames.length + run.phases.length > 0;
  return isReported ? factsIn(run, beginUs, endUs) : undefined;
}

function factsIn(run: Run, beginUs: number, endUs: number): ProcessFacts {
  const late = lateFramesIn(run, beginUs, endUs);
  const isBackground = run.phases.isBackgroundAt(endUs);
  return { isBackground, ...countedIn(run, beginUs, endUs), lateFrames: late.frames, latestUs: late.latestUs };
}

/** True when main has no later data. */
function isLastOf(main: Thread | undefined, endUs: number): boolean {
  return main === undefined || (main.messages.lastUs <= endUs && main.samples.lastUs <= endUs + 250_000);
}

/** Mode of a run loop turn, '' if unknown. */
export function modeOf(model: SessionModel, { messages }: Thread, row: number): string {
  return row < 0 ? '' : (model.strings[uint32At(messages.target, row)] ?? '');
}
