import { waitedFor } from '../../core/analysis/locks/held-wait.ts';
import { frameText } from './frame-text.ts';
import type { ReportDeadlock, ReportOwner } from './report-owners.ts';
import type { SessionReport } from './session-report.ts';

/** Rings of threads that wait for each other, empty without any. */
export function deadlockLines({ deadlocks }: SessionReport): readonly string[] {
  if (deadlocks.length === 0) return [];
  const count = deadlocks.length === 1 ? '1 deadlock:' : `${deadlocks.length} deadlocks:`;
  return ['', count, ...deadlocks.flatMap(linesOf)];
}

function linesOf({ deadlock: { beginUs, endUs, isOpen }, owners }: ReportDeadlock): readonly string[] {
  const lasted = `${isOpen ? '> ' : ''}${Math.round((endUs - beginUs) / 1_000)} ms`;
  return [`  ${(beginUs / 1e6).toFixed(3)} s  ${lasted}`, ...owners.map((each) => `      ${ownerText(each)}`)];
}

/** `main waits for Repo held by bg-db: Repo.save (Repo.java:12)` */
function ownerText({ waiter, wait, owner, frame }: ReportOwner): string {
  const object = waitedFor(wait) || 'a lock';
  return `${waiter} waits for ${object} held by ${owner}${frame === undefined ? '' : `: ${frameText(frame)}`}`;
}
