import { deflateSync } from 'node:zlib';
import { phone } from './phone-trace.ts';

const names = new Map<number, string>([
  [0, 'swapper'],
  [phone.app, 'm.example.shop'],
  [phone.render, 'RenderThread'],
  [phone.worker, 'pool-1 [thread]-1'],
  [phone.binder, 'binder:500_1'],
]);
const groups = new Map<number, number>([
  [phone.app, phone.app],
  [phone.render, phone.app],
  [phone.worker, phone.app],
  [phone.binder, phone.server],
]);
const nameOf = (tid: number): string => names.get(tid) ?? `t${tid}`;

interface Line {
  readonly ms: number;
  readonly text: string;
}

/** As Linux prints a line, with Android's column of thread groups. */
function line(ms: number, core: number, tid: number, event: string): Line {
  const task = `${tid === 0 ? '<idle>' : nameOf(tid)}-${tid}`.padStart(24);
  const group = groups.get(tid)?.toString().padStart(5) ?? '-----';
  return { ms, text: `${task} (${group}) [${`${core}`.padStart(3, '0')}] d..2 ${(5 + ms / 1_000).toFixed(6).padStart(12)}: ${event}` };
}

export function switchLine(ms: number, core: number, from: number, state: string, to: number): Line {
  const out = `prev_comm=${nameOf(from)} prev_pid=${from} prev_prio=120 prev_state=${state}`;
  return line(ms, core, from, `sched_switch: ${out} ==> next_comm=${nameOf(to)} next_pid=${to} next_prio=120`);
}

export function wakingLine(ms: number, core: number, by: number, tid: number): Line {
  return line(ms, core, by, `sched_waking: comm=${nameOf(tid)} pid=${tid} prio=120 target_cpu=00${core}`);
}

export function markLine(ms: number, core: number, tid: number, text: string): Line {
  return line(ms, core, tid, `tracing_mark_write: ${text}`);
}

const contention =
  'monitor contention with owner pool-1-thread-1 (1002) at void com.example.shop.Cart.load()(Cart.java:20) waiters=0 blocking from void com.example.shop.Cart.total()(Cart.java:8)';

/** The same threads and times as `schedPackets` and `atracePackets`. */
const lines: readonly Line[] = [
  switchLine(10, 1, 0, 'R', phone.worker),
  wakingLine(50, 1, phone.worker, phone.app),
  switchLine(58, 1, phone.worker, 'S', phone.app),
  switchLine(100, 1, phone.app, 'R+', phone.binder),
  switchLine(110, 1, phone.binder, 'S', phone.app),
  switchLine(120, 1, phone.app, 'D', 0),
  switchLine(0, 0, phone.render, 'S', phone.app),
  switchLine(20, 0, phone.app, 'S', 0),
  wakingLine(140, 0, 0, phone.app),
  switchLine(140.25, 0, 0, 'R', phone.app),
  switchLine(400, 0, phone.app, 'S', phone.render),
  switchLine(405.5, 0, phone.render, 'S', 0),
  markLine(12, 1, phone.worker, 'B|1000|com.example.shop.Cart.load'),
  markLine(15, 1, phone.worker, 'S|1000|request|-7'),
  markLine(57, 1, phone.worker, 'E|1000'),
  markLine(58.5, 1, phone.app, 'B|1000|traversal'),
  markLine(60, 1, phone.app, 'F|1000|request|-7'),
  markLine(90, 1, phone.app, 'B|1000|measure'),
  markLine(105, 1, phone.binder, 'B|500|getTasks'),
  markLine(109, 1, phone.binder, 'E|500'),
  markLine(118, 1, phone.app, `B|1000|${contention}`),
  markLine(1, 0, phone.app, 'B|1000|Choreographer#doFrame 4711'),
  markLine(2, 0, phone.app, 'B|1000|'),
  markLine(3, 0, phone.app, 'E'),
  markLine(19, 0, phone.app, 'E|1000'),
  markLine(145, 0, phone.app, 'E|1000'),
  markLine(200, 0, phone.app, 'C|1000|heap|5'),
  markLine(350, 0, phone.app, 'E|1000'),
  markLine(380, 0, phone.app, 'E|1000'),
];

const header = `# tracer: nop
#
# entries-in-buffer/entries-written: 27/27   #P:2
#
#           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION
#              | |        |      |   ||||       |         |
`;

/** The scheduler's lines alone. */
export function schedText(): string {
  return textOf(lines.filter(({ text }) => text.includes(': sched_')));
}

export function systraceText(more: readonly Line[] = []): string {
  return textOf([...lines, ...more]);
}

function textOf(unsorted: readonly Line[]): string {
  const sorted = [...unsorted].sort((one, other) => one.ms - other.ms);
  return `${header}${sorted.map(({ text }) => `${text}\n`).join('')}`;
}

/** As systrace lists processes with \`ps\`. */
const processes = `PROCESS DUMP
USER           PID   TID CMD
u0_a101       1000  1000 com.example.shop
u0_a101       1000  1001 RenderThread
system         500   500 system_server
`;

/** A page of systrace: the viewer, the trace, the list of processes, another recorder's data. */
export function systracePage(): string {
  const script = (data: string): string => `  <script class="trace-data" type="application/text">\n${data}  </script>\n`;
  const viewer =
    '<!DOCTYPE html>\n<html>\n<head i18n-values="dir:textdirection;">\n<title>Android System Trace</title>\n<script>\nfunction onLoad() {}\n</script>\n';
  return `${viewer}<!-- BEGIN TRACE -->\n${script(systraceText())}${script(processes)}${script('{"traceEvents": []}\n')}<!-- END TRACE -->\n</html>\n`;
}

/** A page before 2013: a text of JavaScript. */
export function oldSystracePage(): string {
  const text = systraceText().trimEnd().split('\n').join('\\n\\\n');
  return `<!DOCTYPE html>\n<html>\n<title>Android System Trace</title>\n<script>\n  var linuxPerfData = "\\\n${text}\\n";\n</script>\n</html>\n`;
}

/** As `adb exec-out atrace -z` writes it. */
export function packedAtrace(): Uint8Array {
  return Buffer.concat([new TextEncoder().encode('capturing trace... done\nTRACE:\n'), deflateSync(systraceText())]);
}
