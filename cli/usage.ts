import { LaglensError } from '../core/errors.ts';
import { exitCodeLines } from './exit-codes.ts';
import { featureDeviceCommands, featureUsages } from './features.ts';

/** Each command's usage, for `laglens help`, after a wrong argument, and for the completion of shells. */
export const usages = {
  devices: `laglens devices [--connect HOST:PORT] [--apps] [--json]
  Lists phones, emulators, simulators and this computer; with --apps the apps that can be captured
  on each. --connect connects a paired Android phone by its Wireless debugging first.`,
  record: `laglens record [--device ID] --app APP [--process NAME | --pid N] [--launch [--activity NAME]]
               [--seconds N] [-o FILE] [--interval MS] [--threads all|main] [--depth FRAMES]
               [--allocations] [--quiet] [--force] [--replace] [--restore] [--boot]
               [--scenario COMMAND]
  Records an app into FILE for N seconds, or until Ctrl-C, with the names that this folder's builds
  and Xcode's know. The default is APP.laglens, or the next of APP-2.laglens … that is free; a FILE
  that is there is replaced by --force only. --launch starts the app with the agent in it, on
  Android by the activity NAME where the app has several icons. --boot boots a simulator that is
  shut down first. --allocations also records what threads allocate, which takes an app on Android
  longer. What a killed recording leaves is a file FILE.….journal: report reads it as it is, and the
  next recording into that folder completes it. --scenario runs a command, such as a UI test, in
  this folder's shell once data arrive; its end ends the recording, its output goes to standard
  error, and its exit code is that of record.
  An iPhone's app without an embedded agent is recorded in an instrumented copy of your build:
  --replace agrees that the copy replaces the installed app, --restore installs the original again
  afterwards. The same holds for a simulator that skips the agent's library.`,
  report: `laglens report FILE [--json] [--threshold 100ms] [--tree] [--package NAME]... [--baseline FILE]
               [--limit NAME=NUMBER]... [--screen NAME] [--messages] [--source-map MAP]
laglens report FILE --threads-at SECONDS
  Lists the lags of a session; --tree adds the flame graph of each as indented text. Frames of the
  app are those below the application id, or below the packages named. --baseline names another
  session: lags of the same name are compared with it and marked new, gone, or, beyond chance, worse
  or better. --limit changes when the app's use of CPU (cpu, battery, in percent) or memory
  (memoryMB, memoryGrowthMB) is listed. --screen tells only of that activity, fragment or view
  controller, by its class with or without the package: lags, deadlocks, frames, stutters, messages;
  its first lines say what is of the whole session. --messages sums main's messages by callback or
  handler: number, total and longest time, CPU time, longest wait in the queue. --threads-at prints
  all threads' stacks at a moment, such as 3.2, as a thread dump that bug trackers read.
  --source-map names the JavaScript of another tool's profile (docs/formats.md).`,
  ...featureUsages,
  symbolicate: `laglens symbolicate FILE [--build PATH]... [-o OUT]
  Copies a session to OUT (default: FILE with .symbols before its ending) with names and lines from
  local builds in it, so that it needs no build to be read. --build names a file or folder to
  search; without one, this folder's Gradle builds and Xcode's are searched.`,
  diagnose: `laglens diagnose [--device ID] [--app APP] [--launch [--activity NAME]] [--replace] [--verbose] |
                 --ios
  Checks everything from this computer's tools to the first sample, and says how to fix what fails;
  with --replace also by a signed copy of an iPhone's app, whose original is installed again. --ios
  prints the checklist for a Mac and a phone instead, with what Laglens sees of it.`,
  addr2line: `laglens addr2line FILE ADDRESS... [--json] [--no-demangle] [--arch NAME] [--entry NAME]
  Functions, files and lines at addresses (hexadecimal, as linked) of an ELF or Mach-O file, inlined
  functions first. --json gives one object per line in llvm-symbolizer's layout; --no-demangle
  leaves names as the linker has them; --arch picks one of a fat file, --entry a library inside an
  APK.`,
  retrace: `laglens retrace MAPPING [STACKTRACE|-] [--verbose]
  A stack trace of an app that R8 or ProGuard shrank, from a file or standard input, with the
  original names and lines; --verbose adds the methods' types.`,
  completion: `laglens completion bash|zsh|fish|powershell
  Prints the shell's program that completes commands, options and files. docs/cli.md says where it
  goes.`,
} as const;

export type CommandName = keyof typeof usages;

export const commandNames: readonly CommandName[] = Object.keys(usages).filter(isCommand);

/** Options of the commands that reach devices. */
export const deviceUsage = '[--adb PATH] [--adb-server HOST:PORT] [--xcrun PATH]';
export const deviceCommands: readonly CommandName[] = ['devices', 'record', 'diagnose', ...featureDeviceCommands];

export const generalUsage = `laglens: see why an Android or iOS app lags.

${Object.values(usages).join('\n\n')}

laglens --version
laglens --help
laglens COMMAND --help

${deviceCommands.join(', ')}: --adb PATH (the adb program), --adb-server HOST:PORT
(a running adb server), --xcrun PATH (of another Xcode).

Exit codes:
${exitCodeLines()}`;

export function isCommand(text: string | undefined): text is CommandName {
  return text !== undefined && Object.hasOwn(usages, text);
}

/** The error for wrong arguments: long descriptions would hide its sentence. */
export function wrongArguments(command: CommandName | undefined, why: string): LaglensError {
  const next =
    command === undefined
      ? `Commands: ${commandNames.join(', ')}. “laglens --help” describes them.`
      : `Usage: ${usageParts(command).synopsis}\n“laglens ${command} --help” says more.`;
  return new LaglensError({ code: 'usage', message: why, next });
}

/** A usage's lines before its description, and the description, which has an indent of two. */
export function usageParts(command: CommandName): { readonly synopsis: string; readonly description: string } {
  const lines = usages[command].split('\n');
  const at = lines.findIndex((line) => /^ {2}\S/.test(line));
  return { synopsis: lines.slice(0, at).join('\n'), description: lines.slice(at).join('\n') };
}
