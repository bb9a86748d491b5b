import type { Terminal } from '../../../cli/terminal.ts';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { SessionCommands } from '../host/file-tools.ts';
import { InTurn } from '../host/in-turn.ts';

/** Longer output is no answer of these commands. */
const MOST_CHARACTERS = 64 << 20;

/** `laglens diff` and `laglens check`, whose features may be missing. @param folder base of their paths */
export function sessionCommands(
  { environment, command: commandOf }: Pick<Terminal, 'environment' | 'command'>,
  folder: string,
): SessionCommands {
  const runNow: SessionCommands['run'] = async (command, args, signal) => {
    let printed = '';
    const out = (text: string): void => {
      if (printed.length < MOST_CHARACTERS) printed += text;
    };
    const run = await commandOf?.(command)?.();
    await run?.(args, { out, say: () => undefined, environment, folder, signal });
    return parsed(printed, command);
  };
  const turn = new InTurn();
  return {
    has: (command) => commandOf?.(command) !== undefined,
    // One at a time: each holds the models of its sessions.
    run: (command, args, signal) => turn.run(signal, () => runNow(command, args, signal)),
  };
}

function parsed(printed: string, command: string): unknown {
  try {
    return JSON.parse(printed);
  } catch (cause) {
    throw new LaglensError({
      code: 'internal',
      message: phrase`laglens ${command} printed no JSON.`,
      next: phrase`Run it in a terminal to see why.`,
      cause,
    });
  }
}
