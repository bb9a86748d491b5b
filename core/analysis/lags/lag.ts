import type { FrameRef } from '../frames/frame.ts';
import type { MatrixDumpType } from './matrix-dump-type.ts';

/** What kept main from its next message; the last three are about the whole app. */
export type LagKind =
  /** One message of the looper. */
  | 'message'
  /** Many messages without a pause, none of them long. */
  | 'storm'
  /** `MessageQueue.IdleHandler`s. */
  | 'idleHandler'
  /** Input that was handled inside `nativePollOnce`, for which there is no message. */
  | 'input'
  /** Native code inside `nativePollOnce` that kept the CPU busy: no Java frame is to blame. */
  | 'nativeWork'
  /** One turn of iOS' run loop. */
  | 'turn'
  /** Many turns without a pause, none of them long. */
  | 'turns'
  /** The launch of an app of iOS, up to the first time that its run loop slept. */
  | 'launch'
  /** The app took most of what all cores give. */
  | 'cpu'
  /** The app kept a core busy for a minute: that costs battery. */
  | 'power'
  /** Frames that came late while the reader scrolled. */
  | 'frames';

/** How bad it is, by its length; `load` is what kept nobody waiting. */
export type LagBand = 'hitch' | 'hang' | 'longHang' | 'anr' | 'load';

/** Where each band begins. */
export const bandsUs: Readonly<Record<Exclude<LagBand, 'load'>, number>> = {
  hitch: 100_000,
  hang: 250_000,
  longHang: 1_000_000,
  anr: 5_000_000,
};

export const DEFAULT_THRESHOLD_US = bandsUs.hitch;

/** A lag below the first band, found with a lower threshold, counts as a hitch. */
export function bandOf(durationUs: number): LagBand {
  if (durationUs >= bandsUs.anr) return 'anr';
  if (durationUs >= bandsUs.longHang) return 'longHang';
  return durationUs >= bandsUs.hang ? 'hang' : 'hitch';
}

/** What a lag waited for longest. */
export interface WaitsOn {
  /** The function that waited; left out for a wait of Java. */
  readonly function?: string;
  /** Dotted class of the object, '' unknown; with a function what that was called on: a lock by its address, a file by its path. */
  readonly objectClass: string;
  /** It was another thread's `synchronized` that it waited for. */
  readonly isLock?: true;
  /** Row of `model.threads` of who held it, -1 nobody or unknown. */
  readonly ownerThread: number;
  /** The owner's stack: row of `model.nodes`, 0 unknown. */
  readonly ownerNode: number;
}

/** What was told of the whole process while a lag lasted. */
export interface ProcessFacts {
  /** The app was in the background. */
  readonly isBackground: boolean;
  /** CPU of the process in cores: 1.5 is one and a half; undefined unknown. */
  readonly cpuCores: number | undefined;
  /** Largest known in it: memory in bytes, threads; undefined unknown. */
  readonly footprintBytes: number | undefined;
  readonly threads: number | undefined;
  /** Warmest state of the device in it (`thermalState`); undefined unknown. */
  readonly thermal: number | undefined;
  /** Undefined unknown. */
  readonly heap: HeapFacts | undefined;
  /** Frames that were late in it, and by how much the latest one. */
  readonly lateFrames: number;
  readonly latestUs: number;
}

/** What iOS tells about a lag beside its samples. */
export interface IosFacts extends ProcessFacts {
  /** The number that Matrix for iOS would have given, undefined where it would have said nothing. */
  readonly dump: MatrixDumpType | undefined;
  /** Mode of the run loop, '' unknown. */
  readonly mode: string;
  /** The process ended while it lasted. */
  readonly isKilled: boolean;
}

/** The heap of the whole process in a lag. */
export interface HeapFacts {
  /** In use at most: blocks, undefined of the heap of a virtual machine, and bytes in them. */
  readonly blocks: number | undefined;
  readonly bytes: number;
  /** Allocated less freed, on average over the counters around the lag; undefined when there is but one. */
  readonly growth: { readonly blocksPerSecond: number | undefined; readonly bytesPerSecond: number } | undefined;
}

/** A time in which main did not come to its next message. Times are session microseconds. */
export interface Lag {
  /** The same for as long as it lasts, for every threshold, live and replayed. */
  readonly id: string;
  readonly run: number;
  /** Row of `model.threads`. */
  readonly thread: number;
  readonly beginUs: number;
  /** So far while it is open. */
  readonly endUs: number;
  readonly open: boolean;
  /** True when the link or the process ended before the lag did: it lasted at least this long. */
  readonly cut?: boolean | undefined;
  readonly kind: LagKind;
  readonly band: LagBand;
  /** On CPU. Together with the next three: the duration. */
  readonly busyUs: number;
  /** Known to have waited: for a lock, in a blocking call, asleep. */
  readonly blockedUs: number;
  /** Neither: ready but without a core, at a page fault, or not told. */
  readonly unknownUs: number;
  /** Stopped by garbage collections; not in the other three. */
  readonly gcUs: number;
  /** Dotted class of the message's handler, when there is one message. */
  readonly target?: string | undefined;
  /** Dotted class of its callback. */
  readonly callback?: string | undefined;
  readonly what?: number | undefined;
  /** The app frame to blame. */
  readonly culprit?: FrameRef | undefined;
  readonly waitsOn?: WaitsOn | undefined;
  /** What iOS tells; undefined elsewhere. */
  readonly phone?: IosFacts | undefined;
  /** What others tell of the whole process; undefined where nothing is told, and on iOS, where it is in `phone`. */
  readonly process?: ProcessFacts | undefined;
}
