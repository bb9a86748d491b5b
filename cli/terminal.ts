import { terminalText } from '../core/text/terminal-text.ts';

/** Where a command writes to and how it is interrupted; tests give their own. */
export interface Terminal {
  /** Results. */
  out(text: string): void;
  /** Progress, warnings, errors. */
  say(text: string): void;
  readonly environment: NodeJS.ProcessEnv;
  /** Where relative paths start. */
  readonly folder: string;
  /** Standard input, where there is one. */
  readonly input?: AsyncIterable<Uint8Array> | undefined;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The same terminal, which nothing that is written steers: names of devices, apps and code, and output of tools may hold anything. */
export function steadyTerminal(terminal: Terminal): Terminal {
  return {
    out: (text) => terminal.out(terminalText(text)),
    say: (text) => terminal.say(terminalText(text)),
    environment: terminal.environment,
    folder: terminal.folder,
    // Opened when it is asked for.
    get input() {
      return terminal.input;
    },
    signal: terminal.signal,
  };
}

/** The terminal that this program was started in. The first Ctrl-C asks the command to end, the second one ends it. */
export function processTerminal(): Terminal {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    say: (text) => void process.stderr.write(`${text}\n`),
    environment: process.env,
    folder: process.cwd(),
    // Opened when it is asked for.
    get input() {
      return process.stdin;
    },
    signal: interrupted.signal,
  };
}
