/** Silence in ms. Tests give smaller limits. */
export interface AdbLimits {
  /** Some answers need the device, which may take seconds. */
  readonly answerMs: number;
  /** Between two pieces of output or of a copy: `am` starts its own runtime, which is slow on old phones. */
  readonly silenceMs: number;
  /** Interval of checks during silence. */
  readonly pingMs: number;
}

export const adbLimits: AdbLimits = { answerMs: 10_000, silenceMs: 30_000, pingMs: 10_000 };
