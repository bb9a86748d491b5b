import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { explain, LaglensError } from '../core/errors.ts';
import { SessionSymbols } from '../host/builds/session-symbols.ts';
import { Capture } from '../host/capture/capture.ts';
import { type CaptureState, defaultSampling, defaultSamplingOn, STACK_DEPTHS } from '../host/capture/capture-state.ts';
import { numbered } from '../host/capture/place-file.ts';
import { Recovery } from '../host/capture/recover.ts';
import { deviceTexts } from '../host/devices/device-texts.ts';
import { openDevice } from '../host/devices/open-device.ts';
import { timeoutSignal } from '../host/time-limits.ts';
import { openLocalBuilds } from './builds.ts';
import { deviceOptions, numberArgument, parseArguments } from './cli-arguments.ts';
import { deviceProviders, usualDevice } from './providers.ts';
import { runScenario } from './scenario.ts';
import type { Terminal } from './terminal.ts';
import { wrongArguments } from './usage.ts';
import { programVersion } from './version.ts';

const MAX_SECONDS = 24 * 3600;
const UNDO_MS = 180_000;

/** `laglens record`: captures an app into a file, for some seconds, until Ctrl-C, or while a UI test runs. */
export async function runRecord(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseArguments('record', args, {
    ...deviceOptions,
    device: { type: 'string' },
    app: { type: 'string' },
    process: { type: 'string' },
    pid: { type: 'string' },
    activity: { type: 'string' },
    launch: { type: 'boolean' },
    seconds: { type: 'string' },
    output: { type: 'string', short: 'o' },
    interval: { type: 'string' },
    threads: { type: 'string' },
    depth: { type: 'string' },
    allocations: { type: 'boolean' },
    quiet: { type: 'boolean' },
    force: { type: 'boolean' },
    replace: { type: 'boolean' },
    restore: { type: 'boolean' },
    boot: { type: 'boolean' },
    scenario: { type: 'string' },
  });
  const { app } = values;
  const deviceId = values.device ?? usualDevice(terminal);
  if (deviceId === undefined || app === undefined)
    throw wrongArguments('record', 'Both --device (or adb’s variable ANDROID_SERIAL) and --app are needed.');
  if (values.activity !== undefined && values.launch !== true) throw wrongArguments('record', '--activity is for --launch only.');
  if (values.scenario?.trim() === '') {
    throw new LaglensError({
      code: 'usage',
      message: '--scenario names no command.',
      next: 'Give it one that a shell runs, such as --scenario "maestro test checkout.yaml", or leave it out.',
    });
  }
  const seconds = numberArgument('record', 'seconds', values.seconds, MAX_SECONDS, 0.1, MAX_SECONDS);
  const pid = values.pid === undefined ? undefined : numberArgument('record', 'pid', values.pid, 0, 1, 2 ** 31);
  const { threads = 'all' } = values;
  if (threads !== 'all' && threads !== 'main') throw wrongArguments('record', `--threads is “all” or “main”, not “${threads}”.`);
  const depth = Math.round(numberArgument('record', 'depth', values.depth, defaultSampling.depth, STACK_DEPTHS.least, STACK_DEPTHS.most));
  const intervalMs = numberArgument('record', 'interval', values.interval, 0, 1, 50);

  const path = await outputPath(values.output, app, values.force === true, terminal);

  // The option replaces the question.
  const boot = values.boot === true ? (step: string): void => terminal.say(`${step} …`) : undefined;
  const device = await openDevice(deviceProviders(values, terminal), deviceId, terminal.signal, boot);
  const usual = defaultSamplingOn(device.row.kind);
  const log = (line: string): void => {
    if (values.quiet !== true) terminal.say(`  ${line}`);
  };
  await using local = await openLocalBuilds(undefined, terminal, log);
  const capture = new Capture({
    device,
    target: {
      app,
      ...(values.process === undefined ? {} : { process: values.process }),
      ...(pid === undefined ? {} : { pid }),
      ...(values.activity === undefined ? {} : { activity: values.activity }),
    },
    launch: values.launch === true,
    sampling: {
      ...usual,
      intervalUs: Math.round(intervalMs * 1000) || usual.intervalUs,
      threads,
      depth,
      allocations: values.allocations === true,
    },
    path,
    overwrite: values.force === true,
    version: await programVersion(),
    names: (write) => {
      const names = new SessionSymbols({ ...local, write, log });
      names.begin();
      return names;
    },
    // The option replaces the question.
    ...(values.replace === true ? { consent: async () => true } : {}),
  });
  if (values.quiet !== true) capture.on('state', (state) => terminal.say(stateText(state)));
  capture.on('log', log);
  let recorded: string | undefined;
  let code = 0;
  try {
    await capture.start(terminal.signal);
    if (values.scenario === undefined) await untilOver(capture, seconds, terminal.signal);
    else code = await recordScenario(capture, values.scenario, seconds, terminal);
    recorded = await capture.stop();
  } finally {
    await undoChanges(capture, values.restore === true, terminal);
  }
  const { problem } = capture.state;
  if (problem !== undefined) throw problem;
  terminal.out(recorded ?? '');
  // The new recording gets its name first.
  await completeCutOff(dirname(path), terminal);
  return code;
}

/** The command's end ends the recording, and its exit code is ours; marks keep both. */
async function recordScenario(capture: Capture, command: string, seconds: number, terminal: Terminal): Promise<number> {
  capture.mark('Scenario begins');
  const over = AbortSignal.any([terminal.signal, timeoutSignal(seconds * 1000)]);
  const { code, isCutShort } = await runScenario(command, terminal, over);
  capture.mark(isCutShort ? 'Scenario was cut short' : `Scenario ended with exit code ${code}`);
  if (!isCutShort) return code;
  terminal.say(terminal.signal.aborted ? 'The scenario was interrupted.' : `The scenario was ended after ${seconds} s.`);
  return code === 0 ? 1 : code;
}

/** Without a name the next free one is taken. Only `--force` replaces a session. */
async function outputPath(given: string | undefined, app: string, force: boolean, { folder }: Terminal): Promise<string> {
  const path = resolve(folder, given ?? `${app}.laglens`);
  if (force || !(await isThere(path))) return path;
  if (given !== undefined) {
    throw wrongArguments('record', `${path} is there already. Name another file, or add --force to have it replaced at the end.`);
  }
  for (let count = 2; ; count++) if (!(await isThere(numbered(path, count)))) return numbered(path, count);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Restores the device's apps, or says how to. */
async function undoChanges({ undo }: Capture, restore: boolean, terminal: Terminal): Promise<void> {
  if (undo === undefined) return;
  if (!restore) return terminal.say(`${undo.what} Record with --restore to have the original installed again.`);
  await undo.run(timeoutSignal(UNDO_MS));
  return terminal.say(deviceTexts.restored);
}

/** Until the time is over, Ctrl-C or the capture's own end. */
async function untilOver(capture: Capture, seconds: number, interrupted: AbortSignal): Promise<void> {
  const over = new AbortController();
  capture.on('state', (state) => state.kind === 'ended' && over.abort());
  if (capture.state.kind === 'ended') return;
  try {
    await pause(seconds * 1000, undefined, { signal: AbortSignal.any([interrupted, over.signal]) });
  } catch (error) {
    if (!interrupted.aborted && !over.signal.aborted) throw error;
  }
}

function stateText(state: CaptureState): string {
  const problem = state.problem === undefined ? '' : `\n  ${problemText(state.problem)}`;
  switch (state.kind) {
    case 'connecting':
      return `${state.step} …${problem}`;
    case 'waitingForApp':
      return `${state.why}; waiting for the app.${problem}`;
    case 'streaming':
      return `Recording ${state.process.name} (${state.process.pid}).${problem}`;
    case 'noData':
      return state.isTryingAgain
        ? `No data from ${state.process.name}, trying again.${problem}`
        : `Nothing arrives from ${state.process.name} at the moment.${problem}`;
    case 'ended':
      // The caller reports the reason.
      return 'The capture is over.';
  }
}

function problemText(problem: LaglensError): string {
  return `${problem.message} ${problem.next} [${problem.code}]`;
}

/**
 * Completes recordings whose program was killed on this computer. A failure only adds a line: the recording that has
 * just ended is complete.
 */
async function completeCutOff(folder: string, terminal: Pick<Terminal, 'say'>): Promise<void> {
  const failed = (error: LaglensError): void => terminal.say(explain(error));
  try {
    const { paths } = await new Recovery({ folder, failed }).recoverAbandoned();
    for (const path of paths) terminal.say(`An earlier recording was cut off here. It is complete now: ${path}`);
  } catch (error) {
    terminal.say(explain(error));
  }
}
