/** Qualities of service of iOS, the most urgent first. */
export const qualities = ['userInteractive', 'userInitiated', 'default', 'utility', 'background'] as const;
export type QualityOfService = (typeof qualities)[number];

/**
 * Least base priority of each. The kernel gives them 46 or 47, 37, 31, 20 and 4 (xnu, `osfmk/kern/sched.h`, `BASEPRI_FOREGROUND` and its
 * kin); a relative priority lowers them by up to 15 within the band above the next.
 */
const leastPriority = { userInteractive: 38, userInitiated: 32, default: 21, utility: 5, background: 1 } as const;
/** `MAXPRI_RESERVED` */
const HIGHEST = 127;

/** Undefined for 0, which is unknown, and for impossible ones. */
export function qualityOf(priority: number): QualityOfService | undefined {
  return priority > HIGHEST ? undefined : qualities.find((each) => priority >= leastPriority[each]);
}

/** True if the first gets cores after the second. */
export function isLessUrgent(one: QualityOfService, other: QualityOfService): boolean {
  return qualities.indexOf(one) > qualities.indexOf(other);
}
