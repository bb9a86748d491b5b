import type { Call } from '../shell/shell-session.ts';
import { DEMO_PACKAGE } from '../system/package-table.ts';
import type { PhoneProcess } from '../system/phone-process-table.ts';

/** toybox's columns: header, width (negative: left-aligned), value. */
const columns: Readonly<Record<string, readonly [string, number, (process: PhoneProcess) => string]>> = {
  USER: ['USER', -12, (each) => each.user],
  UID: ['UID', 5, (each) => String(each.uid)],
  PID: ['PID', 5, (each) => String(each.pid)],
  PPID: ['PPID', 5, (each) => String(each.parent)],
  VSZ: ['VSZ', 7, () => '1280000'],
  RSS: ['RSS', 6, () => '131072'],
  WCHAN: ['WCHAN', -19, () => '0'],
  ADDR: ['ADDR', 8, () => '0'],
  S: ['S', -1, () => 'S'],
  NAME: ['NAME', -27, (each) => each.name],
  ARGS: ['ARGS', -27, (each) => each.name],
  CMDLINE: ['CMDLINE', -27, (each) => each.name],
  CMD: ['CMD', -27, (each) => each.name.slice(-15)],
  COMM: ['COMM', -27, (each) => each.name.slice(-15)],
};

/** `ps [-A|-ef] [-p PID,…] [-o COLUMN[=HEADER],…]` */
export async function ps(call: Call): Promise<number> {
  const valuesAfter = (flag: string): string[] =>
    call.args.flatMap((arg, index) =>
      call.args[index - 1] === flag ? [arg] : arg.startsWith(flag) && arg.length > 2 ? [arg.slice(2)] : [],
    );
  const pids = valuesAfter('-p').flatMap((list) => list.split(','));
  const everything = call.args.some((arg) => /^-[Aef]+$/.test(arg)) || pids.length > 0;
  const shown = call.phone.processes.filter((each) =>
    pids.length > 0 ? pids.includes(String(each.pid)) : everything || each.uid === call.actor.uid,
  );
  const asked = valuesAfter('-o').flatMap((list) => list.split(','));
  const chosen = asked.length > 0 ? asked : ['USER', 'PID', 'PPID', 'VSZ', 'RSS', 'WCHAN', 'ADDR', 'S', 'NAME'];
  const table: { header: string; width: number; value: (process: PhoneProcess) => string }[] = [];
  for (const each of chosen) {
    const [name = '', header] = each.split('=');
    const column = columns[name.toUpperCase()];
    if (!column) return call.fail(`ps: bad -o ${name}\nps: see "ps --help"`);
    table.push({ header: header ?? column[0], width: column[1], value: column[2] });
  }
  if (table.some((column) => column.header !== '')) await call.print(line(table.map(({ header, width }) => [header, width])));
  for (const process of shown) await call.print(line(table.map(({ value, width }) => [value(process), width])));
  return shown.length > 0 ? 0 : 1;
}

function line(cells: readonly (readonly [string, number])[]): string {
  return cells
    .map(([text, width], index) => {
      if (width >= 0) return text.padStart(width);
      return index === cells.length - 1 ? text : text.padEnd(-width);
    })
    .join(' ');
}

export async function pidof(call: Call): Promise<number> {
  const names = call.args.filter((arg) => !arg.startsWith('-'));
  const pids = call.phone.processes.filter((each) => names.includes(each.name)).map((each) => each.pid);
  if (pids.length === 0) return 1;
  await call.print((call.args.includes('-s') ? pids.slice(0, 1) : pids).join(' '));
  return 0;
}

/** Only the app's own user (under run-as) may end it. */
export async function kill(call: Call): Promise<number> {
  const pid = Number(call.args.at(-1));
  const target = call.phone.processes.find((each) => each.pid === pid);
  if (!target) return call.fail(`kill: ${pid}: No such process`);
  if (target.uid !== call.actor.uid && call.actor.uid !== 0) return call.fail(`kill: ${pid}: Operation not permitted`);
  if (call.args[0] !== '-0' && target.app === DEMO_PACKAGE) await call.phone.forceStop(DEMO_PACKAGE);
  return 0;
}
