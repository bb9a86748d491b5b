import { posix } from 'node:path';
import { programs } from '../commands/shell-programs.ts';
import { answerOf, isMissing, programName } from '../personality/answer-of.ts';
import { readAll } from './byte-pipe.ts';
import { runLine } from './run-shell.ts';
import type { Call } from './shell-session.ts';

/** Runs a program by name, or a script of a file that the shell may execute. */
export async function runProgram(call: Call): Promise<number> {
  const { phone, name, cwd } = call.session;
  if (!isMissing(phone.personality, call)) {
    const program = programs.get(programName(call.name));
    const answer = answerOf(phone.personality, call, program);
    if (answer) return answer();
    if (program) return program(call);
  }
  const path = posix.resolve(cwd, call.name);
  const isThere = call.name.includes('/') && phone.files.exists(path);
  if (isThere && !phone.files.isFolder(path) && phone.files.mayRun(path, call.actor)) return runFile(call, path);
  // Words of 10 and later, from mksh's "inaccessible or not found".
  const missing = phone.release.sdk >= 29 ? 'inaccessible or not found' : 'not found';
  const said = isThere ? `can't execute: ${phone.files.isFolder(path) ? 'Is a directory' : 'Permission denied'}` : missing;
  await call.stderr.write(Buffer.from(`${name}: ${call.name}: ${said}\n`));
  return isThere ? 126 : 127;
}

/** A script's lines; programs of a processor do not run here. */
async function runFile(call: Call, path: string): Promise<number> {
  const bytes = await readAll(call.phone.files.openToRead(path, call.actor));
  if (bytes.toString('latin1', 0, 4) === '\x7fELF')
    return call.fail(`${call.session.name}: ${call.name}: not executable: 64-bit ELF file`, 126);
  const variables = new Map(call.session.variables);
  for (const [index, word] of call.args.entries()) variables.set(String(index + 1), word);
  return runLine(bytes.toString('utf8'), { ...call.session, variables, name: call.name }, call);
}
