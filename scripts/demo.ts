/** `npm run demo`: the demo app, VS Code in the browser and a capture; arguments in `demo/options.ts`. */
import { copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processTerminal, type Terminal } from '../cli/terminal.ts';
import { explain, LaglensError } from '../core/errors.ts';
import type { Recorder } from './demo/demo-recorder.ts';
import { reportOf, resultOf } from './demo/demo-result.ts';
import { demoDevices } from './demo/devices.ts';
import { asksForHelp, type DemoOptions, parseDemoOptions, usage } from './demo/options.ts';
import { recordInEditor } from './demo/record-in-editor.ts';
import { recordWithoutEditor } from './demo/record-without-editor.ts';
import { type DemoTarget, startTarget } from './demo/target.ts';
import { ensurePackages, type PackageGroup } from './setup/setup-packages.ts';

/** The last lag may have begun at the end. */
const LAST_LAG_MS = 1000;

async function main(options: DemoOptions, terminal: Terminal): Promise<void> {
  const say = (line: string): void => terminal.say(line);
  await ensurePackages(packagesFor(options), say);
  say(`Starting the demo app${demoDevices[options.device].place(options.android)} ...`);
  const target = await startTarget(options, quiet(say));
  try {
    const path = resolve(process.env.INIT_CWD ?? '.', 'demo.laglens');
    await record(target, path, options, terminal);
  } finally {
    await target.stop();
  }
}

function packagesFor({ device, android, runtime, editor, seconds }: DemoOptions): readonly PackageGroup[] {
  return [...demoDevices[device].packages(android, runtime), ...(editor && seconds !== undefined ? (['browser'] as const) : [])];
}

/** Leaves the session file at `path` and says what it holds. An editor whose capture was stopped by hand stays until Ctrl-C. */
async function record(target: DemoTarget, path: string, options: DemoOptions, terminal: Terminal): Promise<void> {
  const recorder = options.editor
    ? await recordInEditor(target, options.seconds !== undefined, terminal)
    : await recordWithoutEditor(target, path, terminal);
  try {
    await lagUntilOver(target, recorder, options, terminal);
    const file = await recorder.stop();
    if (file !== path) await copyFile(file, path);
    const verdict = await resultOf(path, await target.app.truth(), options.allLags ? target.app.kinds : []);
    terminal.say(reportOf(verdict));
    terminal.say(`The session is in ${path}`);
    if (options.json) terminal.out(JSON.stringify(verdict));
    if (options.editor && options.seconds === undefined) await stayUntilInterrupted(target, terminal);
  } finally {
    await recorder.close();
  }
}

/** The app lags until time, Ctrl-C, or the recording's own end. */
async function lagUntilOver(target: DemoTarget, recorder: Recorder, { seconds }: DemoOptions, terminal: Terminal): Promise<void> {
  await target.app.follow('all');
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, terminal.signal]);
  const time = seconds === undefined ? new Promise<never>(() => undefined) : pause(seconds * 1000, undefined, { signal });
  const why = await Promise.race([time.catch(() => undefined), interrupted(terminal), recorder.ended, target.app.ended]);
  over.abort();
  if (typeof why === 'string') terminal.say(why);
  await target.app.follow('none');
  await pause(LAST_LAG_MS);
}

/** After Stop people save, share and compare, and record again: editor and app stay. */
async function stayUntilInterrupted(target: DemoTarget, terminal: Terminal): Promise<void> {
  if (terminal.signal.aborted) return;
  terminal.say('VS Code and the app stay open: save, share, compare or record again there. Ctrl-C ends the demo.');
  await target.app.follow('all');
  const why = await Promise.race([interrupted(terminal), target.app.ended]);
  if (typeof why === 'string') terminal.say(why);
}

/** Resolves at Ctrl-C. */
function interrupted({ signal }: Terminal): Promise<void> {
  return new Promise((end) => {
    if (signal.aborted) end();
    else signal.addEventListener('abort', () => end(), { once: true });
  });
}

/** The log of app and runtime, for debugging the demo. */
function quiet(say: (line: string) => void): (line: string) => void {
  return (line) => {
    if (process.env.DEBUG || /^(demo app|iphone-loader|Maven Central|art)/i.test(line)) say(line);
  };
}

/** Set-up errors are our own sentences; their cause holds the failed program's words. */
function wordsOf(error: unknown): string {
  if (process.env.DEBUG || error instanceof LaglensError || !(error instanceof Error)) return explain(error);
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}

const terminal = processTerminal();
const args = process.argv.slice(2);
try {
  if (asksForHelp(args)) terminal.out(usage);
  else await main(parseDemoOptions(args), terminal);
} catch (error) {
  // Ctrl-C before a recording needs no explanation.
  process.exitCode = terminal.signal.aborted ? 130 : 1;
  if (!terminal.signal.aborted) terminal.say(wordsOf(error));
}
