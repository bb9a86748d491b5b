import type { threadState } from '../../../../core/session/columns/sample-columns.ts';
import type { AppleSystem } from '../../../../core/session/model/apple-systems.ts';

export interface ProcessFacts {
  /** Application id, bundle id or program. */
  readonly name: string;
  readonly pid?: number;
  /** Decides how main's rest is recognised. */
  readonly system?: 'android' | AppleSystem | 'jvm' | 'other';
  readonly device?: string;
  /** Version of the system or virtual machine, as text. */
  readonly version?: string;
  readonly apiLevel?: number;
  /** Wall clock of the earliest time, microseconds since 1970. */
  readonly wallUs?: number;
  /** Interval of samples. */
  readonly intervalUs?: number;
}

export interface ThreadFacts {
  readonly name: string;
  readonly tid?: number;
  /** Undefined: by tid and name. */
  readonly isMain?: boolean;
  readonly isDaemon?: boolean;
  /** True for threads of the tool that recorded. */
  readonly isAgent?: boolean;
  /** False for a row of something else, such as a coroutine. */
  readonly isThread?: boolean;
  /** Thread group, dispatch queue, or process. */
  readonly group?: string;
}

/** A thread's state in a sample, by name; see `sample.state` of the protocol. Ready: it could run, and had no core. */
export type SampleState = keyof typeof threadState | 'ready';

export interface CounterFacts {
  readonly cpuUs?: number;
  readonly cores?: number;
  readonly footprintBytes?: number;
  readonly threads?: number;
  readonly heapBytes?: number;
}

/** The holder of an awaited object. */
export interface WaitOwner {
  readonly thread: number;
  /** Its stack then. */
  readonly stack: number;
}

/** A frame of the display that was ready, and the count of those in time since the last one. */
export interface DisplayFrames {
  /** Delay; 0: none, only the count. */
  readonly lateUs: number;
  /** Period of one frame. */
  readonly periodUs: number;
  readonly inTime: number;
}

/** Use of a finished message by the thread's own counts; undefined if unknown. */
export interface MessageUseFacts {
  readonly cpuUs: number;
  readonly readyUs: number | undefined;
  readonly queuedUs: number | undefined;
  readonly majorFaults: number;
  readonly voluntarySwitches: number;
  readonly involuntarySwitches: number;
}

/** Facts at a time other than samples, of the first process. */
export type TimedFact =
  | {
      readonly type: 'message';
      readonly thread: number;
      readonly endUs: number;
      readonly target: number;
      readonly callback: number;
      readonly what: number;
    }
  | {
      readonly type: 'wait';
      readonly thread: number;
      readonly endUs: number;
      readonly kind: number;
      readonly object: number;
      readonly owner: WaitOwner | undefined;
    }
  /** Of the range, the thread had no core for some time. */
  | { readonly type: 'ready'; readonly thread: number; readonly endUs: number; readonly readyUs: number }
  | ({ readonly type: 'messageUse'; readonly thread: number; readonly endUs: number } & MessageUseFacts)
  | { readonly type: 'threadEnd'; readonly thread: number }
  | { readonly type: 'collection'; readonly endUs: number }
  | { readonly type: 'counters'; readonly counts: CounterFacts }
  | ({ readonly type: 'displayFrames' } & DisplayFrames)
  | { readonly type: 'phase'; readonly phase: number }
  | { readonly type: 'mark'; readonly name: string };

export type Placed<T> = T & { readonly beginUs: number };
