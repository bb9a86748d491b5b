import { uint32At } from '../../../columns/at.ts';
import type { TimeRange } from '../../../columns/time-range.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import type { AppMethods } from '../../frames/app-methods.ts';
import { sourceClass } from '../../frames/class-names.ts';
import { allocatedIn } from '../../threads/allocated-in.ts';
import { culpritOf } from '../culprit.ts';
import { bandOf, type IosFacts, type Lag, type LagBand, type LagKind, type ProcessFacts } from '../lag.ts';
import { timeShares, waitsOn } from '../lag-facts.ts';
import { matrixDumpTypeOf } from '../matrix-dump-type.ts';
import { messageFacts } from '../message-facts.ts';
import { countedIn } from '../process-counters.ts';
import { screenAt } from '../screens.ts';
import type { FoundLag } from './busy-period.ts';
import { lateFramesIn } from './late-frames.ts';

export function describeLag(model: SessionModel, thread: Thread, found: FoundLag, app: AppMethods): Lag {
  const { beginUs, endUs, open, cut } = found;
  const run = model.runs[thread.run];
  const isApple = run?.isApple === true;
  const kind = isApple ? (turnKinds[found.kind] ?? found.kind) : found.kind;
  return {
    id: `${thread.run}-${thread.index}-${Math.round(beginUs)}`,
    run: thread.run,
    thread: thread.index,
    beginUs,
    endUs,
    open,
    cut,
    kind,
    band: bandOf(endUs - beginUs),
    ...timeShares(model, thread, beginUs, endUs),
    ...(isApple ? {} : { ...messageNames(model, thread, found.message), ...messageFacts(thread, found) }),
    ...screenAt(model, run, endUs),
    allocated: allocatedIn(model, thread, found),
    culprit: kind === 'nativeWork' ? undefined : culpritOf(model, thread, beginUs, endUs, app),
    waitsOn: waitsOn(model, thread, beginUs, endUs),
    ...(isApple
      ? { phone: iosFacts(run, thread, { kind, beginUs, endUs, cut, mode: modeOf(model, thread, found.message) }) }
      : { process: processFacts(run, beginUs, endUs) }),
  };
}

interface AppLag extends LagBorders {
  readonly open: boolean;
}

interface AppLagFacts {
  /** Main if undefined. */
  readonly thread: Thread | undefined;
  readonly band: LagBand;
  /** Undefined if no code is responsible. */
  readonly app: AppMethods | undefined;
}

/** A lag of a whole app. */
export function describeAppLag(model: SessionModel, run: Run, lag: AppLag, { band, app, ...of }: AppLagFacts): Lag {
  const { kind, beginUs, endUs, open, cut } = lag;
  const main = run.threads.find((each) => each.isMain);
  const thread = of.thread ?? main ?? run.threads[0];
  return {
    id: `${run.index}-${kind}-${Math.round(beginUs)}`,
    run: run.index,
    thread: thread?.index ?? 0,
    beginUs,
    endUs,
    open,
    cut,
    kind,
    band,
    ...(thread === undefined ? nothingSeen(beginUs, endUs) : timeShares(model, thread, beginUs, endUs)),
    culprit: thread && app && culpritOf(model, thread, beginUs, endUs, app),
    waitsOn: thread && (band === 'load' ? undefined : waitsOn(model, thread, beginUs, endUs)),
    ...(run.isApple ? { phone: iosFacts(run, main, lag) } : { process: processFacts(run, beginUs, endUs) }),
  };
}

function nothingSeen(beginUs: number, endUs: number): Pick<Lag, 'busyUs' | 'blockedUs' | 'readyUs' | 'unknownUs' | 'gcUs'> {
  return { busyUs: 0, blockedUs: 0, readyUs: 0, unknownUs: endUs - beginUs, gcUs: 0 };
}

const turnKinds: Partial<Readonly<Record<LagKind, LagKind>>> = { message: 'turn', storm: 'turns' };

function messageNames(model: SessionModel, thread: Thread, row: number): Pick<Lag, 'target' | 'callback' | 'what'> {
  if (row < 0) return {};
  const { messages } = thread;
  const nameOf = (text: number | undefined): string | undefined => sourceClass(model, thread.run, text) || undefined;
  return { target: nameOf(messages.target[row]), callback: nameOf(messages.callback[row]), what: messages.what[row] };
}

interface LagBorders extends TimeRange {
  readonly kind: LagKind;
  readonly cut?: boolean | undefined;
  /** Mode of the run loop, '' if unknown. */
  readonly mode: string;
}

/** iOS' facts beside the samples. */
function iosFacts(run: Run, main: Thread | undefined, { kind, beginUs, endUs, cut, mode }: LagBorders): IosFacts {
  const isKilled = cut === true && run.endUs >= 0 && isLastOf(main, endUs);
  const facts = factsIn(run, beginUs, endUs);
  const { isBackground, threads = 0 } = facts;
  // Reports of Matrix carry the number that Matrix gave; other tools' would have got none.
  const dump = run.isImported ? undefined : matrixDumpTypeOf(kind, { durationUs: endUs - beginUs, isBackground, isKilled, threads });
  return { ...facts, dump, mode, isKilled };
}

/** For systems other than iOS; undefined without counters. */
function processFacts(run: Run | undefined, beginUs: number, endUs: number): ProcessFacts | undefined {
  const isReported = run !== undefined && run.counters.length + run.frames.length + run.phases.length > 0;
  return isReported ? factsIn(run, beginUs, endUs) : undefined;
}

function factsIn(run: Run, beginUs: number, endUs: number): ProcessFacts {
  const late = lateFramesIn(run, beginUs, endUs);
  const isBackground = run.phases.isBackgroundAt(endUs);
  return { isBackground, ...countedIn(run, beginUs, endUs), droppedFrames: late.dropped, latestUs: late.latestUs };
}

/** True when main has no later data. */
function isLastOf(main: Thread | undefined, endUs: number): boolean {
  return main === undefined || (main.messages.lastUs <= endUs && main.samples.lastUs <= endUs + 250_000);
}

/** Mode of a run loop turn, '' if unknown. */
function modeOf(model: SessionModel, { messages }: Thread, row: number): string {
  return row < 0 ? '' : (model.strings[uint32At(messages.target, row)] ?? '');
}
