import { busySentence } from './busy.ts';
import { type Cause, count, duration } from './facts/cause.ts';
import type { CauseFacts, CauseRule } from './facts/cause-facts.ts';

/**
 * Late frames while scrolling (iOS).
 * Origin: the display link's callbacks; main's CPU clock and stacks meanwhile.
 */
export const lateFramesRule: CauseRule = {
  find(facts: CauseFacts): Cause | undefined {
    const { kind, phone, busyUs } = facts.lag;
    if (kind !== 'frames' || phone === undefined) return undefined;
    return {
      rule: 'frames',
      state: 'busy',
      short: ['shortFrames', count(phone.droppedFrames)],
      sentences: [['causeFrames', count(phone.droppedFrames), duration(phone.latestUs)], ...(busyUs > 0 ? [busySentence(facts)] : [])],
      explainedUs: facts.lengthUs,
      evidence: facts.wholeLag,
    };
  },
};
