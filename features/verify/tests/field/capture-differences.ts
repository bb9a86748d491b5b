import type { captureFacts } from '../../core/facts/android/capture-facts.ts';
import { textOf } from '../../core/report/fact.ts';
import { type Difference, ofRuntime, type Part, type Unshown } from './difference.ts';

/** Reasons of a refused agent, and how the simulated phone has them. Others are of run-as, or of the computer. */
const refusals: Readonly<Record<string, Part>> = {
  'agent-load-failed': { faults: { agentFails: true } },
  'app-died': { faults: { diesAtAttach: true } },
  'attach-refused': { faults: { dlopenDenied: true } },
  'attach-silent': { faults: { attachSilent: true } },
  'no-answer': { faults: { attachSilent: true } },
};

/** Those of the phone around the app; in the app all is as this computer's runtime has it. */
export const captureDifferences: Partial<Readonly<Record<keyof typeof captureFacts, Difference>>> = {
  'android.agent.answers': { of: (seen) => refusals[textOf(seen, 'code')] ?? {} },
  'android.agent.not-denied': { of: () => ({ faults: { dlopenDenied: true } }) },
};

export const otherCaptureFacts: Unshown = ofRuntime;
