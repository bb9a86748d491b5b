import { posix } from 'node:path';
import { PhoneErrno } from '../system/errno.ts';
import { builtins, LoopJump, ShellExit } from './builtins.ts';
import { BrokenPipe, BytePipe, emptySource, nullSink, type Sink, type Source } from './byte-pipe.ts';
import { expandToOne, expandToPattern, expandWords, type OutputOf } from './expand.ts';
import { parseScript } from './parse-script.ts';
import { runProgram } from './run-program.ts';
import { type Action, type Command, type Pipeline, type Redirect, type Script, type SimpleCommand, SyntaxFailure } from './script.ts';
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
    if (error instanceof LoopJump) return 0;
    throw error;
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
  try {
    const redirected = await redirect(command.redirects, session, streams, outputOf);
    if (!redirected) return 1;
    try {
      return await act(command.action, session, redirected.streams, outputOf);
    } finally {
      await redirected.finish();
    }
  } catch (error) {
    // A full disk behind a redirect.
    if (error instanceof PhoneErrno) return complain(streams, session, `write error: ${error.text}`);
    // In `$((…))` and `${…}`.
    if (error instanceof SyntaxFailure) return complain(streams, session, error.message);
    throw error;
  }
}

async function act(action: Action, session: ShellSession, streams: Streams, outputOf: OutputOf): Promise<number> {
  switch (action.kind) {
    case 'subshell':
      return inSubshell(session, (own) => runScript(action.script, own, streams));
    case 'group':
      return runScript(action.script, session, streams);
    case 'simple':
      return runSimple(action, session, streams, outputOf);
    case 'if': {
      for (const { condition, body } of action.branches)
        if ((await runScript(condition, session, streams)) === 0) return runBody(body, session, streams);
      return runBody(action.otherwise, session, streams);
    }
    case 'for': {
      let code = 0;
      for (const word of await expandWords(action.words, session, outputOf)) {
        session.variables.set(action.name, word);
        const round = await runRound(action.body, session, streams);
        code = round.code;
        if (!round.goesOn) break;
      }
      return code;
    }
    case 'while':
    case 'until': {
      let code = 0;
      while (((await runScript(action.condition, session, streams)) === 0) === (action.kind === 'while')) {
        const round = await runRound(action.body, session, streams);
        code = round.code;
        if (!round.goesOn || session.signal.aborted) break;
      }
      return code;
    }
    case 'case': {
      const word = await expandToOne(action.word, session, outputOf);
      for (const { patterns, body } of action.arms) {
        for (const pattern of patterns) {
          const source = await expandToPattern(pattern, session, outputOf);
          if (new RegExp(`^${source}$`).test(word)) return runBody(body, session, streams);
        }
      }
      return 0;
    }
  }
}

/** An empty body succeeds, whatever came before. */
async function runBody(body: Script, session: ShellSession, streams: Streams): Promise<number> {
  return body.length === 0 ? 0 : runScript(body, session, streams);
}

async function runRound(body: Script, session: ShellSession, streams: Streams): Promise<{ code: number; goesOn: boolean }> {
  try {
    return { code: await runScript(body, session, streams), goesOn: true };
  } catch (error) {
    if (error instanceof LoopJump) return { code: 0, goesOn: error.kind === 'continue' };
    throw error;
  }
}

async function runSimple(command: SimpleCommand, session: ShellSession, streams: Streams, outputOf: OutputOf): Promise<number> {
  // `x=$(…)` has the output's exit code.
  let assigned = 0;
  const words = await expandWords(command.words, session, outputOf);
  const before = new Map(session.variables);
  for (const { name, value } of command.assignments) {
    const output: OutputOf = (script) =>
      captured(async (stdout) => {
        assigned = await inSubshell(session, (own) => runScript(script, own, { ...streams, stdout }));
      });
    session.variables.set(name, await expandToOne(value, session, output));
  }
  const name = words[0];
  if (name === undefined) return assigned;
  const call = new Call(words, streams, session);
  const builtin = builtins.get(name);
  if (builtin !== undefined) return builtin(call);
  // Assignments before a program are the program's alone.
  const environment = new Map(session.variables);
  for (const { name } of command.assignments) restore(session.variables, name, before.get(name));
  return runProgram(new Call(words, streams, { ...session, variables: environment }));
}

function restore(variables: Map<string, string>, name: string, value: string | undefined): void {
  if (value === undefined) variables.delete(name);
  else variables.set(name, value);
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
        const file = session.phone.files.openToWrite(path, session.actor, kind === '>>', 0o666 & ~session.umask);
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
