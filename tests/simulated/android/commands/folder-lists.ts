import type { Stats } from 'node:fs';
import { posix } from 'node:path';
import type { Call } from '../shell/shell-session.ts';
import { appActor } from '../system/actor.ts';
import { PhoneErrno } from '../system/errno.ts';
import { canonical } from '../system/phone-files.ts';
import { orComplain, pathOf } from './file-contents.ts';

/** `ls [-adlnR1] FILE…`. */
export async function ls(call: Call): Promise<number> {
  const flags = call.args.filter((arg) => arg.startsWith('-')).join('');
  const named = call.args.filter((arg) => !arg.startsWith('-')).sort();
  const names = named.length > 0 ? named : ['.'];
  const isFile = (path: string): boolean => call.phone.files.exists(path) && !call.phone.files.isFolder(path);
  let code = 0;
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    code = (await orComplain(call, name, work)) || code;
  };
  const rows: Row[] = [];
  const folders: string[] = [];
  for (const name of names) {
    const path = pathOf(call, name);
    if (flags.includes('d') || isFile(path)) await attempt(name, async () => void rows.push(rowOf(call, path, name)));
    else folders.push(name);
  }
  await printRows(call, rows, flags);
  const listFolder = async (name: string, isTitled: boolean): Promise<void> => {
    const path = pathOf(call, name);
    const all = call.phone.files.list(path, call.actor);
    const shown = flags.includes('a') ? ['.', '..', ...all] : all.filter((child) => !child.startsWith('.'));
    if (isTitled) await call.print(`${name}:`);
    if (/[ln]/.test(flags)) await call.print(`total ${all.length * 4}`);
    await printRows(
      call,
      shown.map((child) => rowOf(call, posix.join(path, child), child)),
      flags,
    );
    if (!flags.includes('R')) return;
    for (const child of all.filter((each) => call.phone.files.isFolder(posix.join(path, each)))) {
      await call.print('');
      await listFolder(posix.join(name, child), true);
    }
  };
  for (const name of folders) await attempt(name, () => listFolder(name, names.length > 1 || flags.includes('R')));
  return code;
}

interface Row {
  readonly name: string;
  readonly stats: Stats;
  readonly uid: number;
}

function rowOf(call: Call, path: string, name: string): Row {
  return { name, ...call.phone.files.stat(path, call.actor) };
}

/** Columns are as wide as their widest. */
async function printRows(call: Call, rows: readonly Row[], flags: string): Promise<void> {
  const isLong = /[ln]/.test(flags);
  const ownerOf = (uid: number): string => (flags.includes('n') ? String(uid) : ownerName(uid));
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));
  const owners = widest(rows.map(({ uid }) => ownerOf(uid)));
  const sizes = widest(rows.map(({ stats }) => String(stats.size)));
  const links = widest(rows.map(({ stats }) => String(stats.nlink)));
  for (const { name, stats, uid } of rows) {
    const owner = ownerOf(uid).padEnd(owners);
    const time = stats.mtime.toISOString().slice(0, 16).replace('T', ' ');
    const facts = `${lettersOf(stats)} ${String(stats.nlink).padStart(links)} ${owner} ${owner} ${String(stats.size).padStart(sizes)} ${time}`;
    await call.print(isLong ? `${facts} ${name}` : name);
  }
}

function lettersOf(stats: Stats): string {
  const letters = [6, 3, 0].map((shift) => {
    const bits = (stats.mode >> shift) & 7;
    const isSet = shift === 3 && (stats.mode & 0o2000) !== 0;
    const run = bits & 1 ? (isSet ? 's' : 'x') : isSet ? 'S' : '-';
    return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${run}`;
  });
  return (stats.isDirectory() ? 'd' : '-') + letters.join('');
}

function ownerName(uid: number): string {
  return uid >= 10_000 ? appActor(uid).name : uid === 2000 ? 'shell' : uid === 1000 ? 'system' : 'root';
}

/** `stat -c FORMAT FILE` with %s %a %f %Y %n %u %g %U %G %h %F. */
export async function stat(call: Call): Promise<number> {
  const at = call.args.indexOf('-c');
  const format = at >= 0 ? (call.args[at + 1] ?? '') : '%n %s %a %Y';
  const names = call.args.filter((_arg, index) => at < 0 || (index !== at && index !== at + 1));
  let code = 0;
  for (const name of names) {
    const failed = await orComplain(call, `'${name}'`, async () => {
      const { stats, uid } = call.phone.files.stat(pathOf(call, name), call.actor);
      const facts: Record<string, string> = {
        s: String(stats.size),
        a: (stats.mode & 0o7777).toString(8),
        Y: String(Math.floor(stats.mtimeMs / 1000)),
        n: name,
        f: stats.mode.toString(16),
        h: String(stats.nlink),
        u: String(uid),
        g: String(uid),
        U: ownerName(uid),
        G: ownerName(uid),
        F: stats.isDirectory() ? 'directory' : 'regular file',
      };
      await call.print(format.replace(/%([a-zA-Z])/g, (all, letter: string) => facts[letter] ?? all));
    });
    code = failed || code;
  }
  return code;
}

export async function pwd(call: Call): Promise<number> {
  await call.print(call.session.cwd);
  return 0;
}

/** Symbolic links at a phone's root. */
const LINKS: ReadonlySet<string> = new Set(['/sdcard', '/storage/self/primary']);

/** `readlink [-f] FILE`: `/proc/PID/exe` shows 64 or 32 bits to the process's own user; toybox fails silently. */
export async function readlink(call: Call): Promise<number> {
  const name = call.args.at(-1) ?? '';
  const pid = /^\/proc\/(\d+)\/exe$/.exec(name)?.[1];
  const process = call.phone.processes.find((each) => String(each.pid) === pid);
  if (process?.uid === call.actor.uid && process.app) await call.print(`/system/bin/app_process${is64(call) ? '64' : '32'}`);
  else if (pid === undefined && call.args.includes('-f') && call.phone.files.exists(pathOf(call, name)))
    await call.print(canonical(pathOf(call, name)));
  else if (pid === undefined && !call.args.includes('-f') && LINKS.has(pathOf(call, name))) await call.print(canonical(pathOf(call, name)));
  else return 1;
  return 0;
}

function is64(call: Call): boolean {
  return call.phone.properties.get('ro.product.cpu.abi')?.includes('64') === true;
}

/** `test` and `[`: files and strings. */
export async function test(call: Call): Promise<number> {
  const words = call.args.filter((arg, index) => !(call.name === '[' && arg === ']' && index === call.args.length - 1));
  const negated = words[0] === '!';
  if (negated) words.shift();
  const [first = '', second, third] = words;
  let holds: boolean;
  if (second === undefined) holds = first !== '';
  else if (third === undefined) holds = unary(call, first, second);
  else if (second === '=' || second === '==') holds = first === third;
  else if (second === '!=') holds = first !== third;
  else holds = compare(Number(first), second, Number(third));
  return Number(holds === negated);
}

function unary(call: Call, operator: string, operand: string): boolean {
  const { files } = call.phone;
  if (operator === '-z') return operand === '';
  if (operator === '-n') return operand !== '';
  const pid = /^\/proc\/(\d+)\/?$/.exec(operand)?.[1];
  if (pid !== undefined) return /^-[der]$/.test(operator) && call.phone.processes.some((each) => each.pid === Number(pid));
  try {
    const { stats } = files.stat(pathOf(call, operand), call.actor);
    if (operator === '-d') return stats.isDirectory();
    if (operator === '-f') return stats.isFile();
    if (operator === '-s') return stats.size > 0;
    const access = operator === '-r' ? 'read' : operator === '-w' ? 'write' : undefined;
    if (access !== undefined) return files.mayAccess(pathOf(call, operand), call.actor, access);
    return operator === '-e' || (operator === '-x' && (stats.mode & 0o111) !== 0);
  } catch (error) {
    if (error instanceof PhoneErrno) return false;
    throw error;
  }
}

function compare(left: number, operator: string, right: number): boolean {
  const order = {
    '-eq': left === right,
    '-ne': left !== right,
    '-lt': left < right,
    '-le': left <= right,
    '-gt': left > right,
    '-ge': left >= right,
  };
  return Object.entries(order).some(([name, holds]) => name === operator && holds);
}

/** `df [PATH]`: 10 GB, a third of it free, or nothing. */
export async function df(call: Call): Promise<number> {
  const free = call.phone.faults.storageFull ? 0 : 3_400_000;
  await call.print('Filesystem       1K-blocks    Used Available Use% Mounted on');
  await call.print(
    `/dev/block/dm-5   10000000 ${String(10_000_000 - free).padStart(7)} ${String(free).padStart(9)} ${String(100 - free / 100_000).padStart(3)}% /data`,
  );
  return 0;
}
