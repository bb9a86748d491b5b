import type { Source } from '../shell/byte-pipe.ts';
import { readAll } from '../shell/byte-pipe.ts';
import type { Call } from '../shell/shell-session.ts';
import { orComplain, pathOf } from './file-contents.ts';

/** `echo [-neE] WORD…`; like mksh it interprets `\\n` and others by default. */
export async function echo(call: Call): Promise<number> {
  const words = [...call.args];
  let flags = '';
  while (/^-[neE]+$/.test(words[0] ?? '')) flags += words.shift();
  const text = words.join(' ');
  const stands: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', '\\': '\\', '0': '\0' };
  const expanded = flags.includes('E') ? text : text.replace(/\\([ntrab\\0])/g, (_all, letter: string) => stands[letter] ?? '');
  await call.stdout.write(Buffer.from(expanded + (flags.includes('n') ? '' : '\n')));
  return 0;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

/** `printf FORMAT WORD…` with %s and %d; the format repeats until the words are used up. */
export async function printf(call: Call): Promise<number> {
  const [format = '', ...words] = call.args;
  const text = format.replace(
    /\\([nrt\\]|[0-7]{1,3})/g,
    (_all, code: string) => ESCAPES[code] ?? String.fromCharCode(Number.parseInt(code, 8)),
  );
  const takes = /%[sd]/.test(text);
  do await call.stdout.write(Buffer.from(text.replace(/%[sd]/g, () => words.shift() ?? '').replace(/%%/g, '%')));
  while (takes && words.length > 0);
  return 0;
}

/** `grep [-EFcilnoqvw] [-m N] PATTERN [FILE…]`. */
export async function grep(call: Call): Promise<number> {
  let flags = '';
  let most = Number.POSITIVE_INFINITY;
  const words: string[] = [];
  const rest = [...call.args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const limit = /^-(\w*)m(\d*)$/.exec(arg);
    if (limit) {
      flags += limit[1];
      most = Number(limit[2] || rest.shift());
    } else if (arg === '-e') words.unshift(rest.shift() ?? '');
    else if (arg.startsWith('-') && arg.length > 1) flags += arg.slice(1);
    else words.push(arg);
  }
  const [pattern = '', ...files] = words;
  const source = flags.includes('F')
    ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    : flags.includes('E')
      ? pattern
      : basicPattern(pattern);
  const whole = flags.includes('w') ? `\\b(?:${source})\\b` : source;
  const expression = new RegExp(whole, flags.includes('i') ? 'gi' : 'g');
  let count = 0;
  const search = async (input: Source, name: string): Promise<void> => {
    const prefix = files.length > 1 ? `${name}:` : '';
    let found = 0;
    for (const [index, line] of (await readAll(input)).toString('utf8').replace(/\n$/, '').split('\n').entries()) {
      const matches = line.match(expression);
      if ((matches !== null) === flags.includes('v') || found >= most) continue;
      found++;
      if (/[qcl]/.test(flags)) continue;
      const number = flags.includes('n') ? `${index + 1}:` : '';
      for (const text of flags.includes('o') ? (matches ?? []) : [line]) await call.print(prefix + number + text);
    }
    count += found;
    if (flags.includes('l') && found > 0) await call.print(name);
  };
  let code = 0;
  if (files.length === 0) await search(call.stdin, '(standard input)');
  for (const name of files) {
    const failed = await orComplain(call, name, async () => search(call.phone.files.openToRead(pathOf(call, name), call.actor), name));
    code = failed ? 2 : code;
  }
  if (flags.includes('c') && code === 0) await call.print(String(count));
  return code || Number(count === 0);
}

/** In basic patterns `\|`, `\(`, `\+` are operators, the bare characters are not. */
function basicPattern(pattern: string): string {
  return pattern.replace(/\\?[|()+?{}]/g, (match) => (match.startsWith('\\') ? match.slice(1) : `\\${match}`));
}

export async function sleep(call: Call): Promise<number> {
  const { signal } = call.session;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, Number(call.args[0] ?? 0) * 1000);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
  return 0;
}

/** `date [+FORMAT]`; the phone's time zone is UTC. */
export async function date(call: Call): Promise<number> {
  const format = call.args.find((arg) => arg.startsWith('+'))?.slice(1);
  const now = new Date();
  const iso = now.toISOString();
  if (format === undefined) {
    const [day = '', dayOfMonth = '', month = '', , time = ''] = now.toUTCString().replace(',', '').split(' ');
    await call.print(`${day} ${month} ${Number(dayOfMonth).toString().padStart(2)} ${time} UTC ${iso.slice(0, 4)}`);
    return 0;
  }
  const parts: Record<string, string> = {
    Y: iso.slice(0, 4),
    m: iso.slice(5, 7),
    d: iso.slice(8, 10),
    H: iso.slice(11, 13),
    M: iso.slice(14, 16),
    S: iso.slice(17, 19),
    F: iso.slice(0, 10),
    T: iso.slice(11, 19),
    s: String(Math.floor(now.getTime() / 1000)),
    N: `${iso.slice(20, 23)}000000`,
    Z: 'UTC',
    z: '+0000',
    '%': '%',
  };
  await call.print(format.replace(/%([A-Za-z%])/g, (all, letter: string) => parts[letter] ?? all));
  return 0;
}
