import type { Call } from '../shell/shell-session.ts';
import { orComplain, pathOf } from './file-contents.ts';

function split(args: readonly string[]): { flags: string; names: string[] } {
  const dashes = args.indexOf('--');
  const before = dashes < 0 ? args : args.slice(0, dashes);
  return {
    flags: before.filter((arg) => arg.startsWith('-')).join(''),
    names: [...before.filter((arg) => !arg.startsWith('-')), ...(dashes < 0 ? [] : args.slice(dashes + 1))],
  };
}

async function each(call: Call, names: readonly string[], about: (name: string) => string, work: (path: string) => void): Promise<number> {
  let code = 0;
  for (const name of names) code = (await orComplain(call, about(name), async () => work(pathOf(call, name)))) || code;
  return code;
}

export async function mkdir(call: Call): Promise<number> {
  const { flags, names } = split(call.args);
  if (names.length === 0) return call.fail('mkdir: Needs 1 argument');
  return each(
    call,
    names,
    (name) => `'${name}'`,
    (path) => call.phone.files.makeFolder(path, call.actor, flags.includes('p'), 0o777 & ~call.session.umask),
  );
}

export async function rm(call: Call): Promise<number> {
  const { flags, names } = split(call.args);
  if (names.length === 0) return flags.includes('f') ? 0 : call.fail('rm: Needs 1 argument');
  const there = flags.includes('f') ? names.filter((name) => call.phone.files.exists(pathOf(call, name))) : names;
  return each(
    call,
    there,
    (name) => name,
    (path) => call.phone.files.remove(path, call.actor, /[rR]/.test(flags)),
  );
}

export async function rmdir(call: Call): Promise<number> {
  return each(
    call,
    split(call.args).names,
    (name) => name,
    (path) => call.phone.files.removeFolder(path, call.actor),
  );
}

export async function touch(call: Call): Promise<number> {
  let code = 0;
  for (const name of split(call.args).names) {
    const failed = await orComplain(call, `'${name}'`, async () =>
      call.phone.files.openToWrite(pathOf(call, name), call.actor, true, 0o666 & ~call.session.umask).close(),
    );
    code = failed || code;
  }
  return code;
}

/** `chmod MODE FILE…`: octal, or letters like `u+x,go-w`. */
export async function chmod(call: Call): Promise<number> {
  const [mode, ...names] = call.args.filter((arg) => !/^-[Rfv]+$/.test(arg));
  if (mode === undefined || names.length === 0) return call.fail('chmod: Needs 2 arguments');
  if (!/^[0-7]{1,4}$/.test(mode) && !/^([ugoa]*[+=-][rwxX]*,?)+$/.test(mode)) return call.fail(`chmod: bad mode '${mode}'`);
  return each(
    call,
    names,
    (name) => name,
    (path) => call.phone.files.changeMode(path, call.actor, (before) => changed(before, mode)),
  );
}

function changed(before: number, mode: string): number {
  if (/^[0-7]+$/.test(mode)) return Number.parseInt(mode, 8);
  let after = before;
  for (const part of mode.split(',')) {
    const [, who = '', how = '', what = ''] = /^([ugoa]*)([+=-])([rwxX]*)$/.exec(part) ?? [];
    const bits = (what.includes('r') ? 4 : 0) | (what.includes('w') ? 2 : 0) | (/[xX]/.test(what) ? 1 : 0);
    for (const [letter, shift] of [
      ['u', 6],
      ['g', 3],
      ['o', 0],
    ] as const) {
      if (who !== '' && !who.includes('a') && !who.includes(letter)) continue;
      if (how === '+') after |= bits << shift;
      else if (how === '-') after &= ~(bits << shift);
      else after = (after & ~(7 << shift)) | (bits << shift);
    }
  }
  return after;
}
