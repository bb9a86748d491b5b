import { terminalText } from '../core/text/terminal-text.ts';

/** A command's output and interruption; tests replace it. */
export interface Terminal {
  /** Results. */
  out(text: string): void;
  /** Progress, warnings, errors. */
  say(text: string): void;
  readonly environment: NodeJS.ProcessEnv;
  /** Base of relative paths. */
  readonly folder: string;
  readonly input?: AsyncIterable<Uint8Array> | undefined;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Makes the output harmless: names from devices, apps and code may hold control sequences. */
export function steadyTerminal(terminal: Terminal): Terminal {
  return {
    out: (text) => terminal.out(terminalText(text)),
    say: (text) => terminal.say(terminalText(text)),
    environment: terminal.environment,
    folder: terminal.folder,
    // Opened on demand.
    get input() {
      return terminal.input;
    },
    signal: terminal.signal,
  };
}

/** This process' terminal. The first Ctrl-C asks the command to end, the second ends it. */
export function processTerminal(): Terminal {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    say: (text) => void process.stderr.write(`${text}\n`),
    environment: process.env,
    folder: process.cwd(),
    // Opened on demand.
    get input() {
      return process.stdin;
    },
    signal: interrupted.signal,
  };
}
