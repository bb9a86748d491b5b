/** A switch of a core's threads; names may have any letters. */
export interface SwitchArgs {
  readonly outTid: number;
  readonly outName: string;
  /** Bits of the kernel. */
  readonly outState: number;
  readonly inTid: number;
  readonly inName: string;
}

/** Letters of states (Linux, include/trace/events/sched.h); `+`: it was preempted. */
const bits = new Map([
  ['R', 0],
  ['S', 1],
  ['D', 2],
  ['T', 4],
  ['t', 8],
  ['X', 16],
  ['Z', 32],
  ['P', 64],
  ['I', 128],
  ['x', 16],
  ['K', 0],
  ['W', 0],
  ['N', 0],
  ['+', 256],
]);
/** No state of a thread. */
const UNKNOWN = 0x10000;

/** `prev_comm=… prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=… next_pid=2 next_prio=120`; undefined for other text. */
export function switchArgs(args: string): SwitchArgs | undefined {
  const arrow = args.lastIndexOf(' ==> next_comm=');
  const outPid = args.lastIndexOf(' prev_pid=', arrow);
  const state = args.lastIndexOf(' prev_state=', arrow);
  const inPid = args.lastIndexOf(' next_pid=');
  if (!args.startsWith('prev_comm=') || outPid < 0 || state < outPid || arrow < state || inPid < arrow) return undefined;
  const [outTid, inTid] = [numberAfter(args, outPid + ' prev_pid='.length), numberAfter(args, inPid + ' next_pid='.length)];
  if (outTid === undefined || inTid === undefined) return undefined;
  return {
    outTid,
    outName: args.slice('prev_comm='.length, outPid),
    outState: stateBits(args.slice(state + ' prev_state='.length, arrow)),
    inTid,
    inName: args.slice(arrow + ' ==> next_comm='.length, inPid),
  };
}

/** `comm=… pid=1 prio=120 target_cpu=000` of wakings and new tasks in any order; undefined without a thread. */
export function taskArgs(args: string): { readonly tid: number; readonly name: string; readonly cloneFlags: number } | undefined {
  const at = ` ${args}`;
  const pid = at.indexOf(' pid=');
  const tid = pid < 0 ? undefined : numberAfter(at, pid + ' pid='.length);
  if (tid === undefined) return undefined;
  const flags = at.indexOf(' clone_flags=');
  const cloneFlags = flags < 0 ? 0 : Number.parseInt(at.slice(flags + ' clone_flags='.length, flags + 40), 16);
  return { tid, name: nameIn(at), cloneFlags: Number.isFinite(cloneFlags) ? cloneFlags : 0 };
}

/** After the last ` comm=` or ` newcomm=`, up to the next argument. */
function nameIn(args: string): string {
  const from = Math.max(args.indexOf(' comm='), args.indexOf(' newcomm='));
  if (from < 0) return '';
  const begin = args.indexOf('=', from) + 1;
  const ends = [' pid=', ' prio=', ' clone_flags=', ' oom_score_adj='].map((key) => args.indexOf(key, begin)).filter((end) => end >= 0);
  return args.slice(begin, ends.length === 0 ? args.length : Math.min(...ends));
}

/** Letters of a thread’s state, as in `S|K` and `R+` -> bits of the kernel. */
export function stateBits(letters: string): number {
  let state = 0;
  for (const letter of letters.slice(0, 16)) {
    if (letter === '|') continue;
    const bit = bits.get(letter);
    if (bit === undefined) return UNKNOWN;
    state += (state & bit) === 0 ? bit : 0;
  }
  return letters === '' ? UNKNOWN : state;
}

function numberAfter(text: string, at: number): number | undefined {
  const number = Number.parseInt(text.slice(at, at + 12), 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
