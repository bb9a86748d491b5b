import { runLaglens } from '../../cli/run-laglens.ts';
import type { Terminal } from '../../cli/terminal.ts';

/** An exit code and the texts of both outputs, each with its line break. */
export interface CommandOutput {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

/** @param hear gets each text for people at once */
type CommandPlace = Partial<Terminal> & Pick<Terminal, 'folder'> & { readonly hear?: (text: string) => unknown };

/** Runs `laglens` in this process, without environment variables unless given. */
export async function runCommand(args: readonly string[], { hear, ...place }: CommandPlace): Promise<CommandOutput> {
  const output = { out: '', said: '' };
  const code = await runLaglens(args, {
    out: (text) => {
      output.out += `${text}\n`;
    },
    say: (text) => {
      output.said += `${text}\n`;
      hear?.(text);
    },
    environment: {},
    signal: new AbortController().signal,
    ...place,
  });
  return { code, ...output };
}
