import { numberAt } from '../../../../core/columns/at.ts';
import type { TimeRange, TimeRanges } from '../../../../core/columns/time-range.ts';
import type { FrameTable } from './frame-table.ts';
import { isAppleWait } from './known-waits.ts';
import type { SampleRow } from './sample-rows.ts';
import type { StackTable } from './stack-table.ts';

/** Functions in which an event loop waits for its next event, as innermost frames. */
const IDLE: ReadonlySet<string> = new Set(['nativePollOnce', '(idle)', 'epoll_wait', '__epoll_pwait', 'epoll_pwait', 'kevent', 'kevent64']);
/** A run loop waits in them; so do calls of other processes. */
const PORT_WAITS: ReadonlySet<string> = new Set(['mach_msg_trap', 'mach_msg2_trap']);
const RUN_LOOP_WAIT = '__CFRunLoopServiceMachPort';
/** From the trap up to the run loop: mach_msg, mach_msg2_internal, mach_msg_overwrite. */
const MOST_BETWEEN = 5;
/** Shorter pauses separate no busy times: exporters round. */
const PAUSE_US = 1_000;

/** Stacks in which a thread waits for its next event. */
export class IdleStacks {
  readonly #stacks: StackTable;
  readonly #frames: FrameTable;
  readonly #known = new Map<number, boolean>();
  readonly #rests: ReadonlySet<number>;

  /** @param rests those that the file names */
  constructor(stacks: StackTable, frames: FrameTable, rests: ReadonlySet<number> = new Set()) {
    this.#rests = rests;
    this.#stacks = stacks;
    this.#frames = frames;
  }

  /** The empty stack counts. */
  has(stack: number): boolean {
    const known = this.#known.get(stack);
    if (known !== undefined) return known;
    const isIdle = this.#isIdle(stack);
    this.#known.set(stack, isIdle);
    return isIdle;
  }

  /** True if the innermost function is a system's that waits: for an event, a lock, another process. */
  waits(stack: number, isApple: boolean): boolean {
    return this.has(stack) || (isApple && isAppleWait(this.#nameOf(stack)));
  }

  #isIdle(stack: number): boolean {
    if (stack === 0 || this.#rests.has(stack)) return true;
    const name = this.#nameOf(stack);
    if (IDLE.has(name)) return true;
    if (!PORT_WAITS.has(name)) return false;
    let node = stack;
    for (let up = 0; up < MOST_BETWEEN && node !== 0; up++) {
      node = numberAt(this.#stacks.parents, node);
      if (this.#nameOf(node) === RUN_LOOP_WAIT) return true;
    }
    return false;
  }

  #nameOf(stack: number): string {
    return this.#frames.functionOf(numberAt(this.#stacks.frames, stack));
  }
}

/** Times without a return to the event loop: one message each, so that the same rules find lags. */
export function* busyTimes(samples: Iterable<SampleRow>, idle: IdleStacks): Generator<TimeRange> {
  let open: TimeRange | undefined;
  for (const { beginUs, endUs, stack } of samples) {
    if (idle.has(stack)) continue;
    if (open !== undefined && beginUs - open.endUs <= PAUSE_US) {
      open = { beginUs: open.beginUs, endUs };
    } else {
      if (open !== undefined) yield open;
      open = { beginUs, endUs };
    }
  }
  if (open !== undefined) yield open;
}

/**
 * Busy times outside messages, of which a trace may lack some. Those shorter than a pause are the loop's own.
 * @param messages in order of time, without overlaps
 */
export function* busyOutside(samples: Iterable<SampleRow>, idle: IdleStacks, messages: TimeRanges): Generator<TimeRange> {
  for (const gap of gapsBetween(samples, messages)) {
    for (const range of busyTimes(gap, idle)) if (range.endUs - range.beginUs > PAUSE_US) yield range;
  }
}

/** Samples between two messages each, cut where these begin and end. */
function* gapsBetween(samples: Iterable<SampleRow>, messages: TimeRanges): Generator<readonly SampleRow[]> {
  let gap: SampleRow[] = [];
  let at = 0;
  for (const row of samples) {
    let { beginUs } = row;
    for (let message = messages[at]; message !== undefined && message.beginUs < row.endUs; message = messages[++at]) {
      if (message.beginUs > beginUs) gap.push({ ...row, beginUs, endUs: message.beginUs });
      if (gap.length > 0) yield gap;
      gap = [];
      beginUs = Math.max(beginUs, message.endUs);
      if (message.endUs >= row.endUs) break;
    }
    if (beginUs < row.endUs) gap.push({ ...row, beginUs });
  }
  if (gap.length > 0) yield gap;
}
