import { posix } from 'node:path';
import { PhoneErrno } from '../system/errno.ts';
import { runProgram } from './run-program.ts';
import type { Call, Program } from './shell-session.ts';

/** `exit N` leaves the shell from anywhere. */
export class ShellExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** `break` and `continue` leave a loop's body. */
export class LoopJump extends Error {
  readonly kind: 'break' | 'continue';
  constructor(kind: 'break' | 'continue') {
    super(kind);
    this.kind = kind;
  }
}

async function cd(call: Call): Promise<number> {
  const { session } = call;
  const isBack = call.args[0] === '-';
  const wanted = (isBack ? session.variables.get('OLDPWD') : call.args[0]) ?? session.variables.get('HOME') ?? '/';
  const folder = posix.resolve(session.cwd, wanted);
  try {
    call.phone.files.enter(folder, call.actor);
  } catch (error) {
    if (!(error instanceof PhoneErrno)) throw error;
    return call.fail(`${session.name}: cd: ${wanted}: ${error.text}`, 2);
  }
  session.variables.set('OLDPWD', session.cwd);
  session.cwd = folder;
  if (isBack) await call.print(folder);
  return 0;
}

/** A line into variables, the last one takes the rest; a byte at a time, as others read on from the same input. */
async function read(call: Call): Promise<number> {
  const names = call.args.filter((arg) => arg !== '-r');
  const line = await call.stdin.readLine?.();
  const words = (line ?? '').trim().split(/[ \t]+/);
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    call.session.variables.set(name, isLast ? words.slice(index).join(' ') : (words[index] ?? ''));
  }
  return Number(line === undefined);
}

/** Without an argument as mksh prints it, in octal. */
async function umask(call: Call): Promise<number> {
  const [mode] = call.args;
  if (mode === undefined) await call.print(call.session.umask.toString(8).padStart(3, '0'));
  else call.session.umask = Number.parseInt(mode, 8);
  return 0;
}

/** Open files of a process, the only limit that hosts read. */
async function ulimit(call: Call): Promise<number> {
  if (call.args[0] !== '-n') return call.fail(`${call.session.name}: ulimit: usage: ulimit -n`, 1);
  await call.print('32768');
  return 0;
}

async function assign(call: Call): Promise<number> {
  for (const word of call.args) {
    const [, name, value] = /^(\w+)=([\s\S]*)$/.exec(word) ?? [];
    if (name !== undefined && value !== undefined) call.session.variables.set(name, value);
  }
  return 0;
}

async function jump(kind: 'break' | 'continue'): Promise<never> {
  throw new LoopJump(kind);
}

/** Commands that the shell itself carries out. */
export const builtins: ReadonlyMap<string, Program> = new Map<string, Program>([
  [':', async () => 0],
  ['break', () => jump('break')],
  ['cd', cd],
  ['continue', () => jump('continue')],
  ['exec', (call) => runProgram(call.as(...call.args))],
  [
    'exit',
    async (call) => {
      throw new ShellExit(call.args[0] === undefined ? call.session.status : Number(call.args[0]) & 255);
    },
  ],
  ['export', assign],
  ['read', read],
  ['set', async () => 0],
  ['ulimit', ulimit],
  ['umask', umask],
  [
    'unset',
    async (call) => {
      for (const name of call.args) call.session.variables.delete(name);
      return 0;
    },
  ],
]);
