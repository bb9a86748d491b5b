import { parseArguments } from './cli-arguments.ts';
import { bashCompletion } from './completion/bash.ts';
import { type CommandWords, wordsOf } from './completion/command-words.ts';
import { fishCompletion } from './completion/fish.ts';
import { powershellCompletion } from './completion/powershell.ts';
import { zshCompletion } from './completion/zsh.ts';
import { exits } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { commandNames, deviceCommands, deviceUsage, usageParts, wrongArguments } from './usage.ts';

/** Names as in `laglens completion`. */
const shells: ReadonlyMap<string, (words: readonly CommandWords[]) => string> = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
  ['powershell', powershellCompletion],
]);

/** `laglens completion`: a shell's program that completes commands, options and files. */
export async function runCompletion(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals } = parseArguments('completion', args, {});
  const [name = ''] = positionals;
  const completion = shells.get(name);
  if (positionals.length !== 1) throw wrongArguments('completion', 'Exactly one shell’s name is needed.');
  if (completion === undefined)
    throw wrongArguments('completion', `“${name}” is no shell that laglens completes: ${[...shells.keys()].join(', ')}.`);
  terminal.out(completion(commandWords()));
  return exits.done;
}

/** All commands, with the words of `laglens --help`. */
export function commandWords(): readonly CommandWords[] {
  return commandNames.map((command) =>
    wordsOf({ command, ...usageParts(command), further: deviceCommands.includes(command) ? deviceUsage : '' }),
  );
}
