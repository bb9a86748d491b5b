import type { Lag } from '../lags/lag.ts';

/** Dotted classes; undefined if unknown. */
export interface OnScreen {
  readonly screen?: string | undefined;
  readonly fragment?: string | undefined;
}

export interface MeasuredLag extends OnScreen {
  readonly us: number;
  /** Key of its group. */
  readonly key: string;
}

/** Repetitions of a lag, by the longest. */
export interface MeasuredGroup {
  readonly key: string;
  /** The frame to blame, or the kind in words. */
  readonly label: string;
  readonly place: SourcePlace | undefined;
  /** Why the longest lagged, in sentences. */
  readonly cause: string;
  readonly worstUs: number;
}

export interface SourcePlace {
  /** Dotted class, '' for native code. */
  readonly class: string;
  /** File name without folders, or the path of native debug information. */
  readonly path: string;
  /** From 1; 0 if unknown. */
  readonly line: number;
}

/** A second of frames on one screen. */
export interface MeasuredFrames extends OnScreen {
  readonly frames: number;
  readonly late: number;
}

/** Time while a screen was in front. */
export interface ScreenTime extends OnScreen {
  readonly us: number;
}

/** A capture reduced to what budgets need, so that its model can go. */
export interface MeasuredSession {
  readonly name: string;
  /** Application id or main class of its process, '' if unknown. */
  readonly app: string;
  /** Time in which lags could be seen; 0 without a main thread. */
  readonly observedUs: number;
  readonly screens: readonly ScreenTime[];
  readonly lags: readonly MeasuredLag[];
  /** The same ones as they were detected, by begin. */
  readonly blocking: readonly Lag[];
  readonly groups: readonly MeasuredGroup[];
  /** Empty if the agent reported no frames. */
  readonly frames: readonly MeasuredFrames[];
  /** Peak memory of the process in bytes; undefined if unknown. */
  readonly peakBytes: number | undefined;
}
