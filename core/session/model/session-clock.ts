import type { Message } from '../../wire/schema.ts';
import type { Run } from './run.ts';

/** A run whose agent clock is further ahead than this of the wall clock speaks of another clock: another device, or a restart. */
const CLOCK_TOLERANCE_US = 60e6;

/**
 * The agent time that is session time 0 in a run. All processes of a device share one monotonic clock, so usually the runs of a
 * session do; after a restart of the device, or on another one, the wall clock places the run, and never before what is known.
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
