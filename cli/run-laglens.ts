import { explain, isCancel, LaglensError } from '../core/errors.ts';
import { steadyTerminal, type Terminal } from './terminal.ts';
import { type CommandName, generalUsage, isCommand, usages, wrongArguments } from './usage.ts';

const WRONG_ARGUMENTS = 2;
/** For build servers, a failure of `check` is no broken budget. */
const NOT_JUDGED = 2;

/** Runs a command line without the program's name; gives the exit code. Never throws for errors of the user. */
export async function runLaglens(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = steadyTerminal(given);
  const [command, ...rest] = args;
  try {
    if (command === undefined || command === 'help' || command === '--help' || command === '-h') {
      terminal.out(generalUsage);
      return command === undefined ? WRONG_ARGUMENTS : 0;
    }
    if (!isCommand(command)) throw wrongArguments(undefined, `“${command}” is no command of laglens.`);
    if (rest.includes('--help') || rest.includes('-h')) {
      terminal.out(`Usage: ${usages[command]}`);
      return 0;
    }
    return await run(command, rest, terminal);
  } catch (error) {
    if (isCancel(error) && terminal.signal.aborted) return 130;
    terminal.say(explain(error));
    if (error instanceof LaglensError && error.code === 'usage') return WRONG_ARGUMENTS;
    return command === 'check' ? NOT_JUDGED : 1;
  }
}

/** Loads a command on demand. */
async function run(command: CommandName, args: readonly string[], terminal: Terminal): Promise<number> {
  switch (command) {
    case 'devices':
      return (await import('./devices-command.ts')).runDevices(args, terminal);
    case 'record':
      return (await import('./record-command.ts')).runRecord(args, terminal);
    case 'report':
      return (await import('./report-command.ts')).runReport(args, terminal);
    case 'convert':
      return (await import('./convert-command.ts')).runConvert(args, terminal);
    case 'check':
      return (await import('./check-command.ts')).runCheck(args, terminal);
    case 'diff':
      return (await import('./diff-command.ts')).runDiff(args, terminal);
    case 'lake':
      return (await import('../features/lake/cli/lake-command.ts')).runLake(args, terminal);
    case 'diagnose':
      return (await import('./diagnose-command.ts')).runDiagnose(args, terminal);
    case 'symbolicate':
      return (await import('./symbolicate-command.ts')).runSymbolicate(args, terminal);
    case 'addr2line':
      return (await import('./addr2line-command.ts')).runAddr2line(args, terminal);
    case 'retrace':
      return (await import('./retrace-command.ts')).runRetrace(args, terminal);
  }
}
