import type { CauseFrame } from './facts/cause.ts';
import type { CauseFacts } from './facts/cause-facts.ts';
import { appFrame } from './facts/time-use.ts';

/** Sampled waits in some thread states, and the app's frame with the most of them; undefined without any. */
export function waitInState(
  { stacks, model, app }: CauseFacts,
  states: readonly number[],
): { readonly us: number; readonly frame: CauseFrame | undefined } | undefined {
  const waiting = stacks.filter(({ state, blockedUs }) => states.includes(state) && blockedUs > 0);
  const [most] = waiting.toSorted((a, b) => b.blockedUs - a.blockedUs);
  if (most === undefined) return undefined;
  return { us: waiting.reduce((sum, { blockedUs }) => sum + blockedUs, 0), frame: appFrame(model, most.node, app) };
}
