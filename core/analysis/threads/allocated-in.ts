import type { TimeRange } from '../../columns/time-range.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { AllocatedBytes } from './allocated-bytes.ts';
import { visitSpans } from './spans.ts';

/** Bytes of objects made in a range. */
export interface AllocatedIn {
  /** Bytes of the range's own thread. */
  readonly ownBytes: number;
  readonly allBytes: number;
}

/** By a thread and by all of its run; undefined where nothing was counted. */
export function allocatedIn(model: SessionModel, thread: Thread, range: TimeRange): AllocatedIn | undefined {
  const run = model.runs[thread.run];
  if (run === undefined || !run.hasAllocations) return undefined;
  const bytesBy = run.threads.map((each) => (each.isAgent ? 0 : bytesOf(model, each, range)));
  const allBytes = bytesBy.reduce((sum, bytes) => sum + bytes, 0);
  const ownBytes = bytesBy[run.threads.indexOf(thread)];
  return allBytes === 0 || ownBytes === undefined ? undefined : { ownBytes: Math.round(ownBytes), allBytes: Math.round(allBytes) };
}

function bytesOf(model: SessionModel, thread: Thread, { beginUs, endUs }: TimeRange): number {
  let bytes = 0;
  if (!thread.samples.hasAllocations) return bytes;
  const allocated = new AllocatedBytes(model, thread);
  visitSpans(model, thread, beginUs, endUs, (span) => {
    bytes += allocated.of(span);
  });
  return bytes;
}
