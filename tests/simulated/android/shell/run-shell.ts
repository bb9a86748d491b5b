import { posix } from 'node:path';
import { programs } from '../commands/shell-programs.ts';
import { PhoneErrno } from '../system/errno.ts';
import { BrokenPipe, BytePipe, emptySource, nullSink, type Sink, type Source } from './byte-pipe.ts';
import { expandToOne, expandWords, type OutputOf } from './expand.ts';
import { type Command, type Pipeline, parseScript, type Redirect, type Script, type SimpleCommand, SyntaxFailure } from './script.ts';
import { Call, captured, type ShellSession, type Streams } from './shell-session.ts';

/** Runs a line of shell; resolves to its exit code. */
export async function runLine(line: string, session: ShellSession, streams: Streams): Promise<number> {
  let script: Script;
  try {
    script = parseScript(line);
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    await complain(streams, session, error.message);
    return 1;
  }
  return endOf(runScript(script, session, streams));
}

/** With its own variables, folder and `exit`. */
function inSubshell(session: ShellSession, work: (own: ShellSession) => Promise<number>): Promise<number> {
  return endOf(work({ ...session, variables: new Map(session.variables) }));
}

/** The exit code of a shell that ended, by `exit` or a broken pipe, too. */
async function endOf(running: Promise<number>): Promise<number> {
  try {
    return await running;
  } catch (error) {
    // Killed by SIGPIPE: 128 + 13.
    if (error instanceof BrokenPipe) return 141;
    if (error instanceof ShellExit) return error.code;
    throw error;
  }
}

/** `exit N` leaves the shell from anywhere. */
class ShellExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

async function runScript(script: Script, session: ShellSession, streams: Streams): Promise<number> {
  for (const { after, pipeline } of script) {
    if (session.signal.aborted) return 129; // SIGHUP
    if (after === '&&' && session.status !== 0) continue;
    if (after === '||' && session.status === 0) continue;
    const code = await runPipeline(pipeline, session, streams);
    session.status = pipeline.negated ? Number(code === 0) : code;
  }
  return session.status;
}

async function runPipeline(pipeline: Pipeline, session: ShellSession, streams: Streams): Promise<number> {
  const last = pipeline.commands.length - 1;
  if (last === 0) return runCommand(pipeline.commands[0], session, streams);
  let stdin = streams.stdin;
  const running = pipeline.commands.map((command, index) => {
    const pipe = new BytePipe();
    const from = stdin;
    const before = from instanceof BytePipe && index > 0 ? from : undefined;
    stdin = pipe;
    const stdout = index === last ? streams.stdout : pipe;
    return inSubshell(session, (own) => runCommand(command, own, { stdin: from, stdout, stderr: streams.stderr })).finally(() => {
      pipe.end();
      before?.break();
    });
  });
  return (await Promise.all(running)).at(-1) ?? 0;
}

async function runCommand(command: Command | undefined, session: ShellSession, streams: Streams): Promise<number> {
  if (!command) return 0;
  const outputOf: OutputOf = (script) => captured((stdout) => inSubshell(session, (own) => runScript(script, own, { ...streams, stdout })));
  const redirected = await redirect(command.redirects, session, streams, outputOf);
  if (!redirected) return 1;
  try {
    if (command.kind === 'subshell') return await inSubshell(session, (own) => runScript(command.script, own, redirected.streams));
    if (command.kind === 'simple') return await runSimple(command, session, redirected.streams, outputOf);
    return await runScript(command.script, session, redirected.streams);
  } catch (error) {
    // A full disk behind a redirect.
    if (!(error instanceof PhoneErrno)) throw error;
    return complain(streams, session, `write error: ${error.text}`);
  } finally {
    await redirected.finish();
  }
}

async function runSimple(command: SimpleCommand, session: ShellSession, streams: Streams, outputOf: OutputOf): Promise<number> {
  const words = await expandWords(command.words, session, outputOf);
  for (const { name, value } of command.assignments) session.variables.set(name, await expandToOne(value, session, outputOf));
  const name = words[0];
  if (name === undefined) return 0;
  const call = new Call(words, streams, session);
  switch (name) {
    case 'cd': {
      const folder = posix.resolve(session.cwd, call.args[0] ?? '/');
      if (!session.phone.files.isFolder(folder)) return complain(streams, session, `cd: ${call.args[0]}: No such file or directory`, 2);
      session.cwd = folder;
      return 0;
    }
    case 'exit':
      throw new ShellExit(call.args[0] === undefined ? session.status : Number(call.args[0]) & 255);
    case 'export':
    case 'set':
      return 0;
    case 'exec':
      return runProgram(call.as(...call.args));
    default:
      return runProgram(call);
  }
}

/** Runs a program by name; files copied to the phone cannot be executed. */
export async function runProgram(call: Call): Promise<number> {
  const program = programs.get(call.name.replace(/^\/(system\/(x?bin)|vendor\/bin)\//, ''));
  if (program) return program(call);
  const { phone, name, cwd } = call.session;
  const exists = call.name.includes('/') && phone.files.exists(posix.resolve(cwd, call.name));
  // Words of 10 and later, from mksh's "inaccessible or not found".
  const said = exists ? "can't execute: Permission denied" : phone.release.sdk >= 29 ? 'inaccessible or not found' : 'not found';
  await call.stderr.write(Buffer.from(`${name}: ${call.name}: ${said}\n`));
  return exists ? 126 : 127;
}

async function redirect(
  redirects: readonly Redirect[],
  session: ShellSession,
  streams: Streams,
  outputOf: OutputOf,
): Promise<{ streams: Streams; finish(): Promise<void> } | undefined> {
  const outputs: (Sink | undefined)[] = [undefined, streams.stdout, streams.stderr];
  let stdin: Source = streams.stdin;
  const closing: (() => Promise<void>)[] = [];
  for (const { fd, kind, target } of redirects) {
    const name = await expandToOne(target, session, outputOf);
    if (kind === '>&') {
      outputs[fd] = outputs[Number(name)];
      continue;
    }
    if (name === '/dev/null') {
      if (kind === '<') stdin = emptySource;
      else outputs[fd] = nullSink;
      continue;
    }
    const path = posix.resolve(session.cwd, name);
    try {
      if (kind === '<') stdin = session.phone.files.openToRead(path, session.actor);
      else {
        const file = session.phone.files.openToWrite(path, session.actor, kind === '>>');
        outputs[fd] = file;
        closing.push(() => file.close());
      }
    } catch (error) {
      if (!(error instanceof PhoneErrno)) throw error;
      for (const close of closing) await close();
      await complain(streams, session, `can't ${kind === '<' ? 'open' : 'create'} ${name}: ${error.text}`);
      return undefined;
    }
  }
  return {
    streams: { stdin, stdout: outputs[1] ?? nullSink, stderr: outputs[2] ?? nullSink },
    finish: async () => {
      for (const close of closing) await close();
    },
  };
}

async function complain(streams: Streams, session: ShellSession, text: string, code = 1): Promise<number> {
  await streams.stderr.write(Buffer.from(`${session.name}: ${text}\n`));
  return code;
}
