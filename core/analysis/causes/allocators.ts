import type { Thread } from '../../session/model/thread.ts';
import { AllocatedBytes } from '../threads/allocated-bytes.ts';
import { visitSpans } from '../threads/spans.ts';
import { bytes, type CauseSentence, setting } from './facts/cause.ts';
import type { CauseFacts } from './facts/cause-facts.ts';
import { appFrameNode, causeFrame } from './facts/time-use.ts';

/** A method has to have allocated this share of the bytes to be named. */
const TELLING_SHARE = 0.3;

/** The method that allocated the most during a lag, in any thread; without recorded bytes the setting that records them. */
export function allocatorSentence(facts: CauseFacts): readonly CauseSentence[] {
  const { model, run } = facts;
  if (run === undefined || run.isApple) return [];
  if (!run.hasAllocations) return [['causeSwitchOnAllocations', setting('laglens.allocations')]];
  let all = 0;
  let most: Allocator | undefined;
  for (const thread of run.threads) {
    if (thread.isAgent || !thread.samples.hasAllocations) continue;
    for (const [frame, size] of bytesByFrame(facts, thread)) {
      all += size;
      if (size > (most?.size ?? 0)) most = { size, frame, thread: thread.index };
    }
  }
  const thread = most && facts.threadValue(most.thread);
  if (most === undefined || thread === undefined || most.size < TELLING_SHARE * all) return [];
  return [['causeAllocated', thread, bytes(most.size), bytes(all), causeFrame(model, most.frame)]];
}

interface Allocator {
  readonly size: number;
  /** Rows of `model.nodes` and `model.threads`. */
  readonly frame: number;
  readonly thread: number;
}

/** By the innermost app frame, row of `model.nodes`. */
function bytesByFrame({ model, lag, app }: CauseFacts, thread: Thread): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  const allocated = new AllocatedBytes(model, thread);
  visitSpans(model, thread, lag.beginUs, lag.endUs, (span) => {
    const size = allocated.of(span);
    const frame = size > 0 ? appFrameNode(model, span.node, app) : 0;
    if (frame !== 0) sums.set(frame, (sums.get(frame) ?? 0) + size);
  });
  return sums;
}
