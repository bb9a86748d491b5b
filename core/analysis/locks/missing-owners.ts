import { float64At } from '../../columns/at.ts';
import { overlapUs } from '../../session/columns/interval-columns.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { waitKind } from '../../session/columns/thread-columns.ts';
import type { Run } from '../../session/model/run.ts';
import type { Thread } from '../../session/model/thread.ts';

/** Agents ask for owners after 20 ms (device-agents/android/waits/waits.c), and reach each thread some rounds later. */
const ASKED_US = 100_000;

/** A thread waited for a monitor (`synchronized`), and no one knows who held it. */
export function lacksLockOwner({ threads }: Run): boolean {
  return threads.some((thread) => !thread.isAgent && (hasUnownedWait(thread) || (thread.isMain && hasUnreportedWait(thread))));
}

function hasUnownedWait({ waits }: Thread): boolean {
  for (let row = 0; row < waits.length; row++) {
    const isUnowned = waits.kind[row] === waitKind.monitor && (waits.owner[row] ?? -1) < 0;
    if (isUnowned && waits.rowEndUs(row) - float64At(waits.beginUs, row) >= ASKED_US) return true;
  }
  return false;
}

/** In samples alone. */
function hasUnreportedWait({ samples, waits }: Thread): boolean {
  for (let row = 0; row < samples.length; row++) {
    if (samples.stateAt(row) !== threadState.monitor) continue;
    const [beginUs, endUs] = [samples.beginUsAt(row), samples.endUsAt(row)];
    if (endUs - beginUs >= ASKED_US && overlapUs(waits, beginUs, endUs) === 0) return true;
  }
  return false;
}
