/** What a whole app may use before it is listed, by Matrix' defaults. 0 switches a limit off. */
export interface AppLimits {
  /** Share of all cores in any second (Matrix: `limitCPUPercent` 80). */
  readonly cpuShare: number;
  /** Cores on average over a minute, as it costs battery (Matrix: `powerConsumeStackCPULimit` 80 % of one). */
  readonly batteryCores: number;
  /** Of the process (Matrix: `memoryWarningThresholdInMB` 1024). */
  readonly memoryBytes: number;
  /** Growth of that within ten seconds. */
  readonly growthBytes: number;
}

export const MIB = 2 ** 20;

export const DEFAULT_LIMITS: AppLimits = { cpuShare: 0.8, batteryCores: 0.8, memoryBytes: 1_024 * MIB, growthBytes: 200 * MIB };
