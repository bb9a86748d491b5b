import { lakeUsage } from '../features/lake/cli/usage.ts'; // features/lake

/** Usages of features' commands, in the order of `laglens help`. */
export const featureUsages = {
  lake: lakeUsage, // features/lake
} as const;
