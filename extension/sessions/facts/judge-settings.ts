import type { AppLimits } from '../../../core/analysis/lags/app-limits.ts';

/** Settings by which lags are counted. */
export interface JudgeSettings {
  readonly thresholdUs: number;
  readonly limits: AppLimits;
}

/** Equal for equal limits. */
export function limitsKey({ cpuShare, batteryCores, memoryBytes, growthBytes }: AppLimits): string {
  return [cpuShare, batteryCores, memoryBytes, growthBytes].join(' ');
}
