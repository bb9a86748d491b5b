import { activityFacts } from './activity-facts.ts';
import { captureFacts } from './capture-facts.ts';
import { packageFacts } from './package-facts.ts';
import { shellFacts } from './shell-facts.ts';
import { systemFacts } from './system-facts.ts';

/** What Laglens relies on, of Android and adb. Those behind `capture` come last. */
export const androidFacts = { ...shellFacts, ...systemFacts, ...packageFacts, ...activityFacts, ...captureFacts } as const;

export type AndroidFactId = keyof typeof androidFacts;
