import { explain, isCancel, LaglensError } from '../core/errors.ts';
import { exits } from './exit-codes.ts';
import { featureCommands } from './feature-commands.ts';
import { failureCodes } from './features.ts';
import { type LoadedCommand, steadyTerminal, type Terminal } from './terminal.ts';
import { type CommandName, generalUsage, isCommand, usages, wrongArguments } from './usage.ts';
import { programVersion } from './version.ts';

/** Commands, loaded on demand. */
const commands: Readonly<Record<CommandName, LoadedCommand>> = {
  devices: async () => (await import('./devices-command.ts')).runDevices,
  record: async () => (await import('./record-command.ts')).runRecord,
  report: async () => (await import('./report-command.ts')).runReport,
  diagnose: async () => (await import('./diagnose-command.ts')).runDiagnose,
  symbolicate: async () => (await import('./symbolicate-command.ts')).runSymbolicate,
  addr2line: async () => (await import('./addr2line-command.ts')).runAddr2line,
  retrace: async () => (await import('./retrace-command.ts')).runRetrace,
  completion: async () => (await import('./completion-command.ts')).runCompletion,
  ...featureCommands,
};

/** Runs a command line without the program's name; gives the exit code. Never throws for errors of the user. */
export async function runLaglens(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = steadyTerminal(given, (name) => (isCommand(name) ? commands[name] : undefined));
  const [command, ...rest] = args;
  try {
    if (command === undefined || command === 'help' || command === '--help' || command === '-h') {
      const [about = ''] = rest;
      terminal.out(command === 'help' && isCommand(about) ? `Usage: ${usages[about]}` : generalUsage);
      return command === undefined ? exits.wrongArguments : exits.done;
    }
    if (command === '--version') {
      terminal.out(await programVersion());
      return exits.done;
    }
    if (!isCommand(command)) throw wrongArguments(undefined, `“${command}” is no command of laglens.`);
    if (rest.includes('--help') || rest.includes('-h')) {
      terminal.out(`Usage: ${usages[command]}`);
      return exits.done;
    }
    return await (await commands[command]())(rest, terminal);
  } catch (error) {
    if (isCancel(error) && terminal.signal.aborted) return exits.interrupted;
    terminal.say(explain(error));
    if (error instanceof LaglensError && error.code === 'usage') return exits.wrongArguments;
    return failureCodes[command ?? ''] ?? exits.failed;
  }
}
