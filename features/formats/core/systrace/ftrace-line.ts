/** Letters of a line in which its head ends; a task's name has 15, a thread's group 10. */
const MOST_HEAD = 100;
/** Core, flags, seconds, fraction, event. Flags differ by kernel: `d..4`, `....2`, none. */
const TAIL = /\[(\d{1,5})\]\s{0,4}(?:[^\s[\]]{1,10}\s{1,8})?(\d{1,12})\.(\d{1,9}):\s{1,8}([\w/.-]{1,64}):/y;
const DIGITS = /^\d{1,10}$/;

/** A line of ftrace's text: `TASK-PID (TGID) [CPU] FLAGS SECONDS: EVENT: ARGUMENTS` (Linux, kernel/trace/trace_output.c). */
export interface FtraceLine {
  /** '' if the kernel forgot it. */
  readonly task: string;
  readonly tid: number;
  /** 0 if unknown. */
  readonly pid: number;
  readonly core: number;
  readonly atUs: number;
  readonly event: string;
  readonly args: string;
}

/** Undefined for other text. */
export function ftraceLine(line: string): FtraceLine | undefined {
  // A task's name may have brackets, too.
  for (let at = line.indexOf('['); at >= 0 && at < MOST_HEAD; at = line.indexOf('[', at + 1)) {
    TAIL.lastIndex = at;
    const match = TAIL.exec(line);
    if (match === null) continue;
    const head = headOf(line.slice(0, at).trim());
    if (head === undefined) return undefined;
    const [, core = '', seconds = '', fraction = '', event = ''] = match;
    const atUs = Number(seconds) * 1_000_000 + Math.round(Number(fraction.padEnd(9, '0')) / 1_000);
    return { ...head, core: Number(core), atUs, event, args: line.slice(TAIL.lastIndex).trim() };
  }
  return undefined;
}

/** '' for the kernel's and Perfetto's words for a task without a name. */
export function taskName(task: string): string {
  return task === '<...>' || task === '<idle>' || task === '<unknown>' ? '' : task;
}

function headOf(head: string): Pick<FtraceLine, 'task' | 'tid' | 'pid'> | undefined {
  let rest = head;
  let pid = 0;
  // The group is dashes if unknown.
  const open = head.endsWith(')') ? head.lastIndexOf('(') : -1;
  if (open >= 0) {
    const group = head.slice(open + 1, -1).trim();
    if (DIGITS.test(group)) pid = Number(group);
    rest = head.slice(0, open).trim();
  }
  const dash = rest.lastIndexOf('-');
  const tid = rest.slice(dash + 1);
  if (dash < 0 || !DIGITS.test(tid)) return undefined;
  const task = rest.slice(0, dash);
  return { task: taskName(task), tid: Number(tid), pid };
}
