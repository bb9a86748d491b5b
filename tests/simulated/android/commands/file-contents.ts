import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Sink, Source } from '../shell/byte-pipe.ts';
import { readAll } from '../shell/byte-pipe.ts';
import type { Call } from '../shell/shell-session.ts';
import { PhoneErrno } from '../system/errno.ts';

/** Prints a failed system call in toybox's form. */
export async function orComplain(call: Call, about: string, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (!(error instanceof PhoneErrno)) throw error;
    return call.fail(`${call.name}: ${about}: ${error.text}`);
  }
}

export function pathOf(call: Call, name: string): string {
  return posix.resolve(call.session.cwd, name);
}

async function pour(source: Source, sink: Sink): Promise<void> {
  for (let chunk = await source.read(); chunk; chunk = await source.read()) await sink.write(chunk);
}

export async function cat(call: Call): Promise<number> {
  const names = call.args.filter((arg) => !arg.startsWith('-') || arg === '-');
  if (names.length === 0) names.push('-');
  let code = 0;
  for (const name of names) {
    const failed = await orComplain(call, name, async () => {
      await pour(name === '-' ? call.stdin : call.phone.files.openToRead(pathOf(call, name), call.actor), call.stdout);
    });
    code = failed || code;
  }
  return code;
}

/** `head [-c BYTES | -n LINES]` of standard input or one file. */
export async function head(call: Call): Promise<number> {
  const bytesAt = call.args.indexOf('-c');
  const linesAt = call.args.indexOf('-n');
  const short = call.args.find((arg) => /^-\d+$/.test(arg));
  const count = short === undefined ? Number(call.args[Math.max(bytesAt, linesAt) + 1] ?? 10) : -Number(short);
  const file = call.args.filter((arg, index) => !arg.startsWith('-') && !/^-[cn]$/.test(call.args[index - 1] ?? ''))[0];
  return orComplain(call, file ?? '-', async () => {
    const bytes = await readAll(file === undefined ? call.stdin : call.phone.files.openToRead(pathOf(call, file), call.actor));
    if (bytesAt >= 0) await call.stdout.write(bytes.subarray(0, count));
    else
      await call.stdout.write(
        Buffer.from(
          bytes
            .toString('latin1')
            .split(/(?<=\n)/)
            .slice(0, linesAt >= 0 || short !== undefined ? count : 10)
            .join(''),
          'latin1',
        ),
      );
  });
}

/** `cp FILE… TARGET`: to a file or into a folder, with its mode. */
export async function cp(call: Call): Promise<number> {
  const names = call.args.filter((arg) => !arg.startsWith('-'));
  const target = names.pop();
  if (target === undefined || names.length === 0) return call.fail(`${call.name}: Needs 2 arguments`);
  let code = 0;
  for (const name of names) {
    const { files } = call.phone;
    const from = pathOf(call, name);
    const into = pathOf(call, target);
    const to = files.isFolder(into) ? posix.join(into, posix.basename(from)) : into;
    let source: Source;
    try {
      source = files.openToRead(from, call.actor);
    } catch (error) {
      if (!(error instanceof PhoneErrno)) throw error;
      code = await call.fail(`${call.name}: ${error.text === 'No such file or directory' ? 'bad ' : ''}'${name}': ${error.text}`);
      continue;
    }
    const failed = await orComplain(call, to, async () => {
      const file = files.openToWrite(to, call.actor, false, files.stat(from, call.actor).stats.mode & 0o777);
      try {
        await pour(source, file);
      } finally {
        await file.close();
      }
    });
    code = failed || code;
  }
  return code;
}

export async function mv(call: Call): Promise<number> {
  const [from, to] = call.args.filter((arg) => !arg.startsWith('-'));
  if (from === undefined || to === undefined) return call.fail('mv: Needs 2 arguments');
  const copied = await cp(call);
  return copied || orComplain(call, from, async () => call.phone.files.remove(pathOf(call, from), call.actor, false));
}

/** `dd if=… of=… bs=… skip=… count=…`, all optional; the sum goes to standard error, in toybox's words. */
export async function dd(call: Call): Promise<number> {
  const value = (key: string): string | undefined => call.args.find((arg) => arg.startsWith(`${key}=`))?.slice(key.length + 1);
  const [from, to] = [value('if'), value('of')];
  const size = Number(value('bs') ?? 512);
  let skipped = Number(value('skip') ?? 0) * size;
  let left = Number(value('count') ?? Number.MAX_SAFE_INTEGER) * size;
  let bytes = 0;
  const code = await orComplain(call, to ?? from ?? '-', async () => {
    const source = from === undefined ? call.stdin : call.phone.files.openToRead(pathOf(call, from), call.actor);
    const file = to === undefined ? undefined : call.phone.files.openToWrite(pathOf(call, to), call.actor, false);
    const sink = file ?? call.stdout;
    try {
      await pour(source, {
        write: async (chunk) => {
          const wanted = chunk.subarray(Math.min(skipped, chunk.length)).subarray(0, left);
          skipped = Math.max(0, skipped - chunk.length);
          left -= wanted.length;
          bytes += wanted.length;
          await sink.write(wanted);
        },
      });
    } finally {
      await file?.close();
    }
  });
  return code || call.fail(`${Math.floor(bytes / size)}+${Number(bytes % size > 0)} records in\n${bytes} bytes (${bytes}) copied`, 0);
}

export async function tee(call: Call): Promise<number> {
  const [name] = call.args.filter((arg) => !arg.startsWith('-'));
  const bytes = await readAll(call.stdin);
  await call.stdout.write(bytes);
  if (name === undefined) return 0;
  return orComplain(call, name, async () => {
    const file = call.phone.files.openToWrite(pathOf(call, name), call.actor, call.args.includes('-a'));
    await file.write(bytes);
    await file.close();
  });
}

export function sha256sum(call: Call): Promise<number> {
  return sum(call, 'sha256');
}

export function md5sum(call: Call): Promise<number> {
  return sum(call, 'md5');
}

async function sum(call: Call, kind: string): Promise<number> {
  let code = 0;
  for (const name of call.args.length === 0 ? ['-'] : call.args) {
    const failed = await orComplain(call, name, async () => {
      const bytes = await readAll(name === '-' ? call.stdin : call.phone.files.openToRead(pathOf(call, name), call.actor));
      await call.print(`${createHash(kind).update(bytes).digest('hex')}  ${name}`);
    });
    code = failed || code;
  }
  return code;
}
