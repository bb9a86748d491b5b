import type { SampleState } from '../import/import-facts.ts';

/** `include/trace/events/sched.h`, sched_switch: R is ready, S sleeps, D waits for a disk or the like. */
const states: ReadonlyMap<string, SampleState> = new Map([
  ['R', 'ready'],
  ['S', 'kernel'],
  ['D', 'disk'],
]);

export interface CpuSwitch {
  readonly state: SampleState | undefined;
  readonly isEnd: boolean;
  readonly next: number;
}

/** Dead and zombie: the thread never runs again. */
const ENDED = /^[XxZ]/;

/**
 * The kernel's switch of one CPU: the state of the thread that leaves, and the id of the one that comes. Two spellings:
 * `prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120` and `a:1 [120] S ==> b:2 [120]`.
 */
export function switchOf(fields: string): CpuSwitch | undefined {
  const arrow = fields.indexOf('==>');
  if (arrow < 0) return undefined;
  const left = fields.slice(0, arrow).trimEnd();
  const right = fields.slice(arrow + 3);
  const named = right.lastIndexOf('next_pid=');
  const bracket = right.lastIndexOf(' [');
  const short = right.slice(right.lastIndexOf(':', bracket < 0 ? right.length : bracket) + 1, bracket < 0 ? right.length : bracket);
  const next = named < 0 ? Number(short) : Number.parseInt(right.slice(named + 9, named + 20), 10);
  const state = left.slice(Math.max(left.lastIndexOf('='), left.lastIndexOf(' ')) + 1);
  if (!Number.isSafeInteger(next)) return undefined;
  return { state: states.get(state.slice(0, 1)), isEnd: ENDED.test(state), next };
}
