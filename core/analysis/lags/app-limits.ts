/** Use of a whole app above which it is listed, by Matrix' defaults. 0 switches a limit off. */
export interface AppLimits {
  /** Share of all cores in any second (Matrix: `limitCPUPercent` 80). */
  readonly cpuShare: number;
  /** Cores on average over a minute, as it costs battery (Matrix: `powerConsumeStackCPULimit` 80 % of one). */
  readonly batteryCores: number;
  /** Memory of the process (Matrix: `memoryWarningThresholdInMB` 1024). */
  readonly memoryBytes: number;
  /** Growth of that within ten seconds. */
  readonly growthBytes: number;
}

export const MIB = 2 ** 20;

/** Limits as people write them, by name: percent of all cores, percent of one core, MB, MB. */
export const limitUnits = {
  cpu: { limit: 'cpuShare', unit: 0.01 },
  battery: { limit: 'batteryCores', unit: 0.01 },
  memoryMB: { limit: 'memoryBytes', unit: MIB },
  memoryGrowthMB: { limit: 'growthBytes', unit: MIB },
} as const satisfies Readonly<Record<string, { readonly limit: keyof AppLimits; readonly unit: number }>>;

export type LimitName = keyof typeof limitUnits;

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(limitUnits, name);
}

/** @param written undefined: the default */
export function limitsOf(written: Readonly<Partial<Record<LimitName, number>>>): AppLimits {
  const of = (name: LimitName): number => {
    const { limit, unit } = limitUnits[name];
    const number = written[name];
    return number === undefined ? DEFAULT_LIMITS[limit] : number * unit;
  };
  return { cpuShare: of('cpu'), batteryCores: of('battery'), memoryBytes: of('memoryMB'), growthBytes: of('memoryGrowthMB') };
}

export const DEFAULT_LIMITS: AppLimits = { cpuShare: 0.8, batteryCores: 0.8, memoryBytes: 1_024 * MIB, growthBytes: 200 * MIB };
