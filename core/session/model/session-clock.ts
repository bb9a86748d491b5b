import type { Message } from '../../wire/schema.ts';
import type { Run } from './run.ts';

/** An agent clock further ahead of the wall clock belongs to another device, or a restart. */
const CLOCK_TOLERANCE_US = 60e6;

/**
 * Agent time of session time 0 in a run. Processes of a device share a monotonic clock. After a restart, or on another device, the
 * wall clock places the run, never before known times.
 */
export function originOf(hello: Message<'hello'>, runs: readonly Run[], nowUs: number): number {
  const before = runs.findLast((run) => run.originUs !== undefined)?.originUs;
  if (before === undefined) return hello.monoUs;
  const byClockUs = hello.monoUs - before;
  const first = runs.find((run) => run.hello !== undefined)?.hello;
  const byWallUs = first === undefined ? byClockUs : hello.wallUs - first.wallUs;
  if (byClockUs >= nowUs && byClockUs <= Math.max(byWallUs, nowUs) + CLOCK_TOLERANCE_US) return before;
  return hello.monoUs - Math.max(byWallUs, nowUs);
}
