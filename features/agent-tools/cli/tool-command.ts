import { resolve } from 'node:path';
import { parseArguments } from '../../../cli/cli-arguments.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { wrongArguments } from '../../../cli/usage.ts';
import { messageOf } from '../../../core/errors.ts';
import { asciiJson } from '../../../core/text/terminal-text.ts';
import { fileTools } from '../host/file-tools.ts';
import { Toolbox } from '../host/toolbox.ts';
import { sessionCommands } from './session-commands.ts';

const FAILED = 1;

/** `laglens tool`: one call of a tool that reads sessions; gives 1 for an answer that is an error. */
export async function runTool(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('tool', args, { json: { type: 'string' }, folder: { type: 'string' } });
  const [name, ...more] = positionals;
  if (more.length > 0) throw wrongArguments('tool', 'Exactly one tool is called. Its arguments are one JSON object after --json.');
  const workspace = resolve(terminal.folder, values.folder ?? '.');
  const commands = sessionCommands(terminal, workspace);
  const none = (): undefined => undefined;
  const toolbox = new Toolbox(fileTools({ workspace, commands, signal: terminal.signal, captureOf: none, fileOf: none }));
  if (name === undefined) {
    terminal.out(asciiJson(toolbox.listed, 2));
    return 0;
  }
  const result = await toolbox.call(name, argumentsOf(values.json), { signal: terminal.signal });
  if ('error' in result) {
    terminal.say(`${result.error}\n${result.next}`);
    return FAILED;
  }
  terminal.out(asciiJson(result.answer, 2));
  return 0;
}

function argumentsOf(json: string | undefined): unknown {
  if (json === undefined) return {};
  try {
    return JSON.parse(json);
  } catch (error) {
    throw wrongArguments('tool', `--json is no JSON object: ${messageOf(error)}`);
  }
}
