import type { SampleState } from '../import/import-facts.ts';
import { stateOff } from '../perfetto/ftrace/task-state.ts';
import { stateBits, switchArgs } from '../systrace/switch-args.ts';

export interface CpuSwitch {
  /** Undefined: unknown. */
  readonly state: SampleState | undefined;
  /** Dead or zombie: the thread never runs again. */
  readonly isEnd: boolean;
  readonly next: number;
}

/**
 * The kernel's switch of one CPU: the state of the thread that leaves, and the id of the one that comes. Two spellings:
 * `prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120` and `a:1 [120] S ==> b:2 [120]`.
 */
export function switchOf(fields: string): CpuSwitch | undefined {
  const args = switchArgs(fields);
  if (args !== undefined) return switched(args.outState, args.inTid);
  const arrow = fields.indexOf(' ==> ');
  if (arrow < 0) return undefined;
  const letters = fields.slice(fields.lastIndexOf(' ', arrow - 1) + 1, arrow);
  const right = fields.slice(arrow);
  const bracket = right.lastIndexOf(' [');
  const end = bracket < 0 ? right.length : bracket;
  const next = Number(right.slice(right.lastIndexOf(':', end) + 1, end));
  return Number.isSafeInteger(next) ? switched(stateBits(letters), next) : undefined;
}

function switched(bits: number, next: number): CpuSwitch {
  const off = stateOff(bits);
  const isKnown = off === 'ready' || off === 'kernel' || off === 'disk' || off === 'suspended';
  return { state: isKnown ? off : undefined, isEnd: off === 'ended', next };
}
