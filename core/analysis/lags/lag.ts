import type { TimeRange } from '../../columns/time-range.ts';
import type { FrameRef } from '../frames/frame.ts';
import type { AllocatedIn } from '../threads/allocated-in.ts';
import type { MatrixDumpType } from './matrix-dump-type.ts';

/** Cause of a lag; the last six concern the whole app. */
export type LagKind =
  /** One message of the looper. */
  | 'message'
  /** Many short messages without a pause. */
  | 'storm'
  /** `MessageQueue.IdleHandler`s. */
  | 'idleHandler'
  /** Input handled inside `nativePollOnce`, without a message. */
  | 'input'
  /** Native code on CPU inside `nativePollOnce`; no Java frame is responsible. */
  | 'nativeWork'
  /** One turn of iOS' run loop. */
  | 'turn'
  | 'turns'
  /** Launch of an iOS app, up to the first sleep of its run loop. */
  | 'launch'
  /** The app used most of all cores; this and the next three by `AppLimits`. */
  | 'cpu'
  /** The app kept a core busy for a minute, which costs battery. */
  | 'power'
  /** It used too much memory. */
  | 'memory'
  /** Its memory grew too fast. */
  | 'growth'
  /** Late frames while scrolling. */
  | 'frames';

/** Severity by length; `load` blocks no one. */
export type LagBand = 'hitch' | 'hang' | 'longHang' | 'anr' | 'load';

/** Lower bound of each band. */
export const bandsUs: Readonly<Record<Exclude<LagBand, 'load'>, number>> = {
  hitch: 100_000,
  hang: 250_000,
  longHang: 1_000_000,
  anr: 5_000_000,
};

export const DEFAULT_THRESHOLD_US = bandsUs.hitch;

/** Shorter lags, by a lower threshold, are hitches. */
export function bandOf(durationUs: number): LagBand {
  if (durationUs >= bandsUs.anr) return 'anr';
  if (durationUs >= bandsUs.longHang) return 'longHang';
  return durationUs >= bandsUs.hang ? 'hang' : 'hitch';
}

export interface WaitsOn {
  /** The waiting function; left out for Java. */
  readonly function?: string;
  /** Dotted class of the object, '' if unknown. With a function its operand: a lock's address, a file's path. */
  readonly objectClass: string;
  /** Another thread was in the `synchronized` block. */
  readonly isLock?: true;
  /** The owner waits for a ring of threads that wait for each other, or is one of them. */
  readonly isDeadlock?: true;
  /** Row of `model.threads`, -1 if none or unknown. */
  readonly ownerThread: number;
  /** Row of `model.nodes`, 0 if unknown. */
  readonly ownerNode: number;
}

/** Facts of the whole process during a lag. */
export interface ProcessFacts {
  readonly isBackground: boolean;
  /** CPU in cores: 1.5 is one and a half; undefined if unknown. */
  readonly cpuCores: number | undefined;
  /** Peaks: memory in bytes, threads; undefined if unknown. */
  readonly footprintBytes: number | undefined;
  readonly threads: number | undefined;
  /** The warmest state (`thermalState`); undefined if unknown. */
  readonly thermal: number | undefined;
  /** Undefined if unknown. */
  readonly heap: HeapFacts | undefined;
  readonly droppedFrames: number;
  readonly latestUs: number;
}

/** iOS' facts beside the samples. */
export interface IosFacts extends ProcessFacts {
  /** The number that Matrix for iOS would give; undefined where it reports nothing, and for imports. */
  readonly dump: MatrixDumpType | undefined;
  /** Mode of the run loop, '' if unknown. */
  readonly mode: string;
  /** The process ended during the lag. */
  readonly isKilled: boolean;
}

export interface HeapFacts {
  /** Peak of blocks (undefined for a virtual machine) and of their bytes. */
  readonly blocks: number | undefined;
  readonly bytes: number;
  /** Allocated less freed around the lag; undefined with fewer than two counters. */
  readonly growth: { readonly blocksPerSecond: number | undefined; readonly bytesPerSecond: number } | undefined;
}

/** Counts of main's finished messages, by main itself. */
export interface MessageCounts {
  /** Pages read from storage. */
  readonly majorFaults: number;
  readonly voluntarySwitches: number;
  readonly involuntarySwitches: number;
}

/** A time in which main did not reach its next message. Session microseconds. */
export interface Lag extends TimeRange {
  /** Stable while it lasts, for every threshold, live and replayed. */
  readonly id: string;
  readonly run: number;
  /** Row of `model.threads`. */
  readonly thread: number;
  /** So far, while it is open. */
  readonly endUs: number;
  readonly open: boolean;
  /** The link or the process ended first; the length is a minimum. */
  readonly cut?: boolean | undefined;
  readonly kind: LagKind;
  readonly band: LagBand;
  /** On CPU. With the next four it makes up the length. */
  readonly busyUs: number;
  /** Known waits: a lock, a blocking call, a sleep. */
  readonly blockedUs: number;
  /** Ready to run, while no core was free. */
  readonly readyUs: number;
  /** None of these: a page fault, native code without a clock, or no data. */
  readonly unknownUs: number;
  /** Stopped by garbage collections; not in the others. */
  readonly gcUs: number;
  /** Dotted class of a single message's handler. */
  readonly target?: string | undefined;
  readonly callback?: string | undefined;
  readonly what?: number | undefined;
  /** Dotted class of the activity in front at its end; undefined if unknown. */
  readonly screen?: string | undefined;
  /** Dotted class of the fragment in it; undefined without one. */
  readonly fragment?: string | undefined;
  /** Longest time that one of its messages waited in the queue, due; undefined if unknown. */
  readonly queuedUs?: number | undefined;
  /** Undefined without a finished message that main measured. */
  readonly counts?: MessageCounts | undefined;
  /** Objects made in it, by `laglens.allocations`; undefined if not counted. */
  readonly allocated?: AllocatedIn | undefined;
  readonly culprit?: FrameRef | undefined;
  readonly waitsOn?: WaitsOn | undefined;
  /** Undefined on other systems than iOS. */
  readonly phone?: IosFacts | undefined;
  /** Undefined without any, and on iOS, which has `phone`. */
  readonly process?: ProcessFacts | undefined;
}
