import { type Cause, duration } from './facts/cause.ts';
import type { CauseFacts } from './facts/cause-facts.ts';

/**
 * A launch keeps its own cause, after its length.
 * Origin: the process's start and the first sleep of the run loop (iOS).
 */
export function afterLaunch(cause: Cause, { lag, lengthUs }: CauseFacts): Cause {
  if (lag.kind !== 'launch') return cause;
  return { ...cause, sentences: [['causeLaunch', duration(lengthUs)], ...cause.sentences] };
}
