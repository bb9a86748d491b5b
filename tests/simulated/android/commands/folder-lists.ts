import { posix } from 'node:path';
import type { Call } from '../shell/shell-session.ts';
import { appActor } from '../system/actor.ts';
import { PhoneErrno } from '../system/errno.ts';
import { orComplain, pathOf } from './file-contents.ts';

/** `ls [-adl1] FILE…`. */
export async function ls(call: Call): Promise<number> {
  const flags = call.args.filter((arg) => arg.startsWith('-')).join('');
  const names = call.args.filter((arg) => !arg.startsWith('-'));
  let code = 0;
  for (const name of names.length > 0 ? names : ['.']) {
    const failed = await orComplain(call, name, async () => {
      const path = pathOf(call, name);
      const isFile = call.phone.files.exists(path) && !call.phone.files.isFolder(path);
      const children = isFile || flags.includes('d') ? undefined : call.phone.files.list(path, call.actor);
      if (children && names.length > 1) await call.print(`${name}:`);
      if (children && flags.includes('l')) await call.print(`total ${children.length * 4}`);
      for (const child of children ?? [name]) {
        if (child.startsWith('.') && children && !flags.includes('a')) continue;
        await call.print(flags.includes('l') ? longLine(call, children ? posix.join(path, child) : path, child) : child);
      }
    });
    code = failed || code;
  }
  return code;
}

function longLine(call: Call, path: string, name: string): string {
  const { stats, uid } = call.phone.files.stat(path, call.actor);
  const letters = [6, 3, 0].map((shift) => {
    const bits = (stats.mode >> shift) & 7;
    return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`;
  });
  const owner = uid >= 10_000 ? appActor(uid).name : uid === 2000 ? 'shell' : 'root';
  const time = stats.mtime.toISOString().slice(0, 16).replace('T', ' ');
  return `${stats.isDirectory() ? 'd' : '-'}${letters.join('')} 1 ${owner} ${owner} ${String(stats.size).padStart(7)} ${time} ${name}`;
}

/** `stat -c FORMAT FILE` with %s %a %Y %n %u %F. */
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
        u: String(uid),
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

/** `readlink [-f] FILE`: `/proc/PID/exe` shows 64 or 32 bits to the process's own user; toybox fails silently. */
export async function readlink(call: Call): Promise<number> {
  const name = call.args.at(-1) ?? '';
  const pid = /^\/proc\/(\d+)\/exe$/.exec(name)?.[1];
  const process = call.phone.processes.find((each) => String(each.pid) === pid);
  if (process?.uid === call.actor.uid && process.app) await call.print('/system/bin/app_process64');
  else if (pid === undefined && call.args.includes('-f') && call.phone.files.exists(pathOf(call, name)))
    await call.print(pathOf(call, name));
  else return 1;
  return 0;
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
  try {
    const { stats } = files.stat(pathOf(call, operand), call.actor);
    if (operator === '-d') return stats.isDirectory();
    if (operator === '-f') return stats.isFile();
    if (operator === '-s') return stats.size > 0;
    return operator === '-e' || operator === '-r' || operator === '-w' || (operator === '-x' && (stats.mode & 0o111) !== 0);
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
