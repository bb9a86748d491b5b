/** What kept main from its next message. */
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
  | 'nativeWork';

export type LagBand = 'hitch' | 'hang' | 'longHang' | 'anr';

/** Where each band begins. */
export const bandsUs: Readonly<Record<LagBand, number>> = { hitch: 100_000, hang: 250_000, longHang: 1_000_000, anr: 5_000_000 };

export const DEFAULT_THRESHOLD_US = bandsUs.hitch;

/** A lag below the first band, found with a lower threshold, counts as a hitch. */
export function bandOf(durationUs: number): LagBand {
  if (durationUs >= bandsUs.anr) return 'anr';
  if (durationUs >= bandsUs.longHang) return 'longHang';
  return durationUs >= bandsUs.hang ? 'hang' : 'hitch';
}

/** A frame as people know it. Class and method are those of the class file, the place is where the source stands. */
export interface FrameRef {
  /** Row of `model.nodes`. */
  readonly node: number;
  /** Dotted: `com.example.shop.Cart$1`. */
  readonly class: string;
  readonly method: string;
  /** File name without folders, may be empty. An inlined function's own file, where a source map (SMAP) tells it. */
  readonly sourceFile: string;
  /** Line of that file, 0 unknown. */
  readonly line: number;
}

/** What a lag waited for longest. */
export interface WaitsOn {
  /** Dotted class of the object, '' unknown. */
  readonly objectClass: string;
  /** Row of `model.threads` of who held it, -1 nobody or unknown. */
  readonly ownerThread: number;
  /** The owner's stack: row of `model.nodes`, 0 unknown. */
  readonly ownerNode: number;
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
  /** Not on CPU: waiting, or ready but kept from running. */
  readonly blockedUs: number;
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
}
