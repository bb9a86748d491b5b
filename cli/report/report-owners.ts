import type { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import { frameOf } from '../../core/analysis/frames/frame.ts';
import { ownerFrameNode } from '../../core/analysis/lags/wait-owner.ts';
import type { Deadlock } from '../../core/analysis/locks/deadlocks.ts';
import type { HeldWait } from '../../core/analysis/locks/held-wait.ts';
import type { OwnerLink } from '../../core/analysis/locks/owner-chain.ts';
import { longestWaitEnd } from '../../core/analysis/locks/wait-end.ts';
import type { TimeRange } from '../../core/columns/time-range.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { QualityOfService } from '../../core/session/model/quality-of-service.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { type ReportFrame, reportFrame } from './report-frame.ts';

/** A thread that held what another one waited for. */
export interface ReportOwner {
  readonly waiter: string;
  /** Wait of the waiter, with times of the session. */
  readonly wait: HeldWait;
  readonly owner: string;
  /** Undefined if unknown. */
  readonly nice: number | undefined;
  /** Quality of service on iOS; undefined if unknown. */
  readonly quality: QualityOfService | undefined;
  /** The owner's app frame, or its top frame. */
  readonly frame: ReportFrame | undefined;
}

/** The thread that ended a wait. */
export interface ReportWaitEnd {
  readonly thread: string;
  /** It held the object to the end. Otherwise it is likely. */
  readonly certain: boolean;
  readonly frame: ReportFrame | undefined;
}

export interface ReportDeadlock {
  readonly deadlock: Deadlock;
  readonly owners: readonly ReportOwner[];
}

export function reportOwners(model: SessionModel, links: readonly OwnerLink[], app: AppMethods): readonly ReportOwner[] {
  return links.map((link) => {
    const node = ownerFrameNode(model, link, app);
    return {
      waiter: model.threads[link.thread]?.name ?? '',
      wait: link,
      owner: model.threads[link.owner]?.name ?? '',
      nice: model.threads[link.owner]?.nice,
      quality: model.threads[link.owner]?.quality,
      frame: node === 0 ? undefined : reportFrame(model, frameOf(model, node)),
    };
  });
}

/** Of the longest wait in a range. */
export function reportWaitEnd(model: SessionModel, thread: Thread, range: TimeRange, app: AppMethods): ReportWaitEnd | undefined {
  const end = longestWaitEnd(model, thread, range);
  if (end === undefined) return undefined;
  const node = ownerFrameNode(model, { ownerNode: end.node }, app);
  const frame = node === 0 ? undefined : reportFrame(model, frameOf(model, node));
  return { thread: model.threads[end.thread]?.name ?? '', certain: end.isCertain, frame };
}
