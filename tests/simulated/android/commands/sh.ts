import { readAll } from '../shell/byte-pipe.ts';
import { runLine } from '../shell/run-shell.ts';
import type { Call } from '../shell/shell-session.ts';
import { orComplain, pathOf } from './file-contents.ts';

/** `sh -c LINE`; without -c standard input's lines, as plain `adb shell`. */
export async function sh(call: Call): Promise<number> {
  const session = { ...call.session, name: call.name, variables: new Map(call.session.variables) };
  if (call.args[0] === '-c') return runLine(call.args[1] ?? '', session, call);
  const [file, ...words] = call.args;
  if (file !== undefined && !file.startsWith('-')) {
    const code = await orComplain(call, file, async () => {
      const text = (await readAll(call.phone.files.openToRead(pathOf(call, file), call.actor))).toString('utf8');
      for (const [index, word] of words.entries()) session.variables.set(String(index + 1), word);
      session.status = await runLine(text, { ...session, name: file }, call);
    });
    return code === 0 ? session.status : 127;
  }
  let rest = '';
  for (let chunk = await call.stdin.read(); chunk; chunk = await call.stdin.read()) {
    const lines = (rest + Buffer.from(chunk).toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const leave = /^\s*exit(?:\s+(\d+))?\s*$/.exec(line);
      if (leave) return leave[1] === undefined ? session.status : Number(leave[1]) & 255;
      session.status = await runLine(line, session, call);
    }
  }
  return rest.trim() === '' ? session.status : runLine(rest, session, call);
}
