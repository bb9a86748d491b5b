import { setTimeout as pause } from 'node:timers/promises';
import type { WaitArguments, Waited } from '../core/tools/captures.ts';
import type { LiveCapture } from './live-capture.ts';
import type { CallContext } from './toolbox.ts';

/** So long without an open lag is quiet. */
const QUIET_MS = 3_000;
/** Clients end calls that show no progress. */
const PROGRESS_MS = 5_000;

type Happened = Waited['happened'];

/** Waits for an event of a capture. Rejects with AbortError on the signal. */
export async function waitFor(
  capture: LiveCapture,
  { until, cursor, timeoutMs }: WaitArguments,
  { signal, progress }: Pick<CallContext, 'signal' | 'progress'>,
): Promise<Happened> {
  const endMs = performance.now() + timeoutMs;
  let sayMs = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const happened = happenedIn(capture, until, cursor);
    if (happened !== undefined) return happened;
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) return 'timeout';
    const quietInMs = until === 'quiet' ? Math.max(1, QUIET_MS - capture.quietMs) : leftMs;
    if (performance.now() >= sayMs) {
      progress?.(`Waits for ${until}: ${Math.ceil(leftMs / 1_000)} s left.`);
      sayMs += PROGRESS_MS;
    }
    await changeWithin(capture, Math.min(leftMs, quietInMs, PROGRESS_MS), signal);
  }
}

function happenedIn(capture: LiveCapture, until: WaitArguments['until'], cursor: number): Happened | undefined {
  const events = capture.since(cursor);
  if (until === 'lag' && events.some((event) => 'lag' in event)) return 'lag';
  if (until === 'mark' && events.some((event) => 'mark' in event)) return 'mark';
  if (capture.state.kind === 'ended') return 'ended';
  if (until === 'quiet' && capture.model.runs.length > 0 && capture.quietMs >= QUIET_MS) return 'quiet';
  return undefined;
}

async function changeWithin(capture: LiveCapture, leftMs: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const wake = (): void => over.abort();
  capture.changed.once('change', wake);
  try {
    await pause(leftMs, undefined, { signal: AbortSignal.any([signal, over.signal]), ref: true });
  } catch (error) {
    if (!over.signal.aborted && !signal.aborted) throw error;
  } finally {
    capture.changed.off('change', wake);
  }
}
