import { fstatSync } from 'node:fs';
import { explain } from '../core/errors.ts';
import { guarded } from '../core/guarded.ts';
import { terminalText } from '../core/text/terminal-text.ts';
import { buildLogLine } from '../core/text/workflow-command.ts';

/** A command's output and interruption; tests replace it. */
export interface Terminal {
  /** Results. */
  out(text: string): void;
  /** Progress, warnings, errors. */
  say(text: string): void;
  /** Results go into the log of a build, whose runner reads commands in it; a file or a program at work gets them unchanged. */
  readonly isBuildLog?: boolean;
  readonly environment: NodeJS.ProcessEnv;
  /** Base of relative paths. */
  readonly folder: string;
  readonly input?: AsyncIterable<Uint8Array> | undefined;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
  /** Another command, for one that repeats its results; undefined for an unknown one. */
  readonly command?: ((name: string) => LoadedCommand | undefined) | undefined;
}

/** Gives the exit code. */
export type LoadedCommand = () => Promise<(args: readonly string[], terminal: Terminal) => Promise<number>>;

/**
 * Makes the output harmless: names from devices, apps, files and code may hold control sequences. What is said begins no command of a
 * build log, which runners also read on standard error.
 */
export function steadyTerminal(terminal: Terminal, command?: Terminal['command']): Terminal {
  return {
    out: (text) => terminal.out(terminalText(text)),
    say: (text) => terminal.say(terminalText(text).split('\n').map(buildLogLine).join('\n')),
    isBuildLog: terminal.isBuildLog === true,
    environment: terminal.environment,
    folder: terminal.folder,
    // Opened on demand.
    get input() {
      return terminal.input;
    },
    signal: terminal.signal,
    command,
  };
}

/** This process' terminal. The first Ctrl-C asks the command to end, the second ends it. */
export function processTerminal(): Terminal {
  const interrupted = new AbortController();
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  const sayError = (error: unknown): void => say(explain(error));
  process.stdout.on('error', guarded(failUnlessClosed, sayError));
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    say,
    isBuildLog: process.env.CI !== undefined && !isFile(process.stdout.fd),
    environment: process.env,
    folder: process.cwd(),
    // Opened on demand.
    get input() {
      return process.stdin;
    },
    signal: interrupted.signal,
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

/** A reader such as `head` closes the pipe when it has read enough. */
function failUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
