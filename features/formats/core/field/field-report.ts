import type { SampleState } from '../import/session-builder.ts';

/** A stack's share of its report's time. */
export interface WeightedStack {
  /** Stack of the builder. */
  readonly stack: number;
  readonly weight: number;
  /** Undefined: the thread's. */
  readonly state?: SampleState | undefined;
}

export interface ReportThread {
  readonly name: string;
  /** 0: unknown. */
  readonly tid: number;
  readonly isMain: boolean;
  /** Dispatch queue or thread group; '' if unknown. */
  readonly group: string;
  /** In the order of their time, as far as known. */
  readonly stacks: readonly WeightedStack[];
  /** Undefined: by the stack. */
  readonly state?: SampleState | undefined;
  readonly waitsFor?: ReportWait | undefined;
  /** Of a row that is no thread, for the import report: “coroutines”. */
  readonly noun?: string;
  /** Sampled part of the report's time; undefined: all of it. */
  readonly span?: SampledSpan | undefined;
}

/** Shares of the report's time, 0 to 1. */
export interface SampledSpan {
  readonly from: number;
  readonly to: number;
}

/** A thread waits for another. */
export interface ReportWait {
  readonly kind: 'monitor' | 'objectWait';
  /** Class of the object; '' if unknown. */
  readonly object: string;
  /** Index of the owner in the report's threads; -1: unknown. */
  readonly owner: number;
}

/** One lag or moment. */
export interface FieldReport {
  /** For people, as in “main thread blocked (2001)”. */
  readonly title: string;
  /** Time of all threads; a lag if one of them is main. Undefined: a moment. */
  readonly lastsUs: number | undefined;
  /** False: main's busy times follow from its stacks. */
  readonly isLag?: boolean;
  readonly threads: readonly ReportThread[];
}
