import { stat } from 'node:fs/promises';
import { delimiter, isAbsolute } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { timeoutSignal } from '../../time-limits.ts';
import type { AgentFiles } from '../agent-files.ts';
import { IOS_OPTIONS_VARIABLE, iosOptionsText } from '../agent-options.ts';
import type { DeployOptions, Undo } from '../device.ts';
import { appDied, silent } from '../errors.ts';
import type { Xcrun } from '../ios/xcode/xcrun/xcrun.ts';
import { signedAgentCopy } from './agent-copy.ts';
import type { SimulatorProcess } from './app-list.ts';
import { type LaunchedApp, loadsAgent } from './launched-app.ts';
import { freePort } from './ports.ts';
import type { Simctl } from './simctl.ts';
import { SimulatorLink } from './simulator-link.ts';
import { installSignedCopy } from './simulator-signed-copy.ts';
import { type InsertedAgent, isMapped, waitForSimulatorAgent, whySilent } from './wait-for-simulator-agent.ts';

/** dyld's colon-separated list. */
const INSERT_VARIABLE = 'DYLD_INSERT_LIBRARIES';
/** An app without the agent must live so long. */
const ALIVE_MS = 1_500;
const RESTORE_MS = 120_000;
const IN_COPY = 'Frameworks/liblaglens.dylib';

export interface LaunchSettings {
  readonly udid: string;
  readonly simctl: Simctl;
  readonly xcrun: Xcrun;
  readonly files: AgentFiles;
  /** Time for the port of a deployed agent and of an embedded one, which listens before the app's code runs. */
  readonly landingTimeoutMs: number;
  readonly carriedTimeoutMs: number;
}

/**
 * Inserts the agent by dyld; a simulator that skips it gets a copy that loads it. An app that ends with the agent is
 * started without it.
 * @throws LaglensError
 */
export async function launchWithAgent(app: LaunchedApp, settings: LaunchSettings, options: DeployOptions): Promise<SimulatorLink> {
  const { udid, simctl, xcrun, files, landingTimeoutMs } = settings;
  const { signal, progress, log } = options;
  const { bundleId } = app;
  if (loadsAgent(app)) return await launchCopy(app, settings, options);
  progress(phrase`Signing the agent`);
  const copy = await signedAgentCopy(files, app.slices, xcrun, signal);
  try {
    for (const line of await missingInherited(xcrun.environment)) log(line);
    const inserted = [simctl.userVariable(INSERT_VARIABLE), copy.library].filter((each) => each !== '');
    const start = await started(bundleId, { [INSERT_VARIABLE]: inserted.join(':') }, settings, options);
    const isLoaded = (): Promise<boolean | undefined> => isMapped(start.process.pid, copy.library, xcrun, signal);
    const isWorthMore = async (): Promise<boolean> => (await isLoaded()) ?? app.isNew;
    const landing = { ...start, udid, library: copy.library, timeoutMs: landingTimeoutMs, isWorthMore };
    const first = await waitForSimulatorAgent(landing, simctl, signal);
    if (first === 'ended') throw await appEnded(landing, settings, signal);
    if (first !== 'silent') return new SimulatorLink({ ...linkOf(start, settings), launched: true, first, copy, log });
    const wasLoaded = await isLoaded();
    const why = await whySilent(landing, wasLoaded, xcrun, signal);
    if (wasLoaded !== false || why.code === 'agent-signature') throw why;
    log(why.message);
    const undo = await installSignedCopy({ udid, app, library: copy.library, simctl, xcrun, options });
    if (undo === undefined) throw why;
    const link = await signedCopyLink(app, settings, options, undo);
    await copy.remove();
    return link;
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

/** A copy without an agent is replaced by the original. */
async function signedCopyLink(app: LaunchedApp, settings: LaunchSettings, options: DeployOptions, undo: Undo): Promise<SimulatorLink> {
  try {
    return await launchCopy({ ...app, isNew: true }, settings, options, undo);
  } catch (error) {
    options.log('The copy did not come up with the agent in it: the original is installed again.');
    await undo.run(timeoutSignal(RESTORE_MS));
    throw error;
  }
}

async function launchCopy(app: LaunchedApp, settings: LaunchSettings, options: DeployOptions, undo?: Undo): Promise<SimulatorLink> {
  const { udid, simctl, landingTimeoutMs: timeoutMs } = settings;
  const { signal, log } = options;
  const start = await started(app.bundleId, {}, settings, options);
  const landing = { ...start, udid, library: IN_COPY, timeoutMs, isWorthMore: async () => app.isNew };
  const first = await waitForSimulatorAgent(landing, simctl, signal);
  if (first === 'ended') throw await appEnded(landing, settings, signal);
  if (first === 'silent') throw silent.simulatorCopy(app.bundleId, start.port);
  return new SimulatorLink({ ...linkOf(start, settings), launched: true, first, log, ...(undo === undefined ? {} : { undo }) });
}

/**
 * An embedded agent reads the same variable; inserting another would duplicate it. Undefined when it does not answer,
 * as this build may lack it.
 */
export async function launchWithEmbeddedAgent(
  bundleId: string,
  settings: LaunchSettings,
  options: DeployOptions,
): Promise<SimulatorLink | undefined> {
  const { udid, simctl, carriedTimeoutMs: timeoutMs } = settings;
  const start = await started(bundleId, {}, settings, options);
  const first = await waitForSimulatorAgent({ ...start, udid, timeoutMs }, simctl, options.signal);
  if (first === 'ended' || first === 'silent') return undefined;
  return new SimulatorLink({ ...linkOf(start, settings), launched: true, first, log: options.log });
}

interface Start {
  readonly process: SimulatorProcess;
  readonly port: number;
}

async function started(
  bundleId: string,
  variables: Readonly<Record<string, string>>,
  { udid, simctl }: LaunchSettings,
  { signal, progress, token, intervalUs, depth, blockingCalls }: DeployOptions,
): Promise<Start> {
  const port = await freePort(signal);
  progress(phrase`Starting the app`);
  const options = iosOptionsText({ token, port, intervalUs, depth, blockingCalls });
  const environment = { ...variables, [IOS_OPTIONS_VARIABLE]: options };
  const pid = await simctl.launch(udid, bundleId, environment, signal);
  progress(phrase`Waiting for the agent`);
  return { process: { pid, bundleId }, port };
}

function linkOf({ process, port }: Start, { udid, simctl }: LaunchSettings) {
  return { udid, simctl, port, process: { pid: process.pid, name: process.bundleId } };
}

/** Finds out whether the app also ends without the agent. */
async function appEnded({ udid, process, library }: InsertedAgent, { simctl }: LaunchSettings, signal: AbortSignal): Promise<LaglensError> {
  const { bundleId } = process;
  let livesWithout: boolean;
  try {
    const pid = await simctl.launch(udid, bundleId, {}, signal);
    await new Promise((resolve) => setTimeout(resolve, ALIVE_MS));
    livesWithout = (await simctl.processes(udid, signal)).some((each) => each.pid === pid);
  } catch (error) {
    if (error instanceof LaglensError) return error;
    throw error;
  }
  if (!livesWithout) return appDied.simulator(bundleId);
  return new LaglensError({
    code: 'agent-load-failed',
    message: phrase`${bundleId} ended when it was started with the agent in it. It runs again, without the agent.`,
    next: phrase`Look at its crash report in Console.app and report it; or link the agent into the app’s debug build instead.`,
    action: 'diagnose',
    output: library,
  });
}

/** Inherited variables for all apps of simulators. */
const DYLD_OF_APPS = /^SIMCTL_CHILD_(DYLD_\w+)$/;

/** Logs missing paths in inherited dyld variables, which prevent other insertions. */
async function missingInherited(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!DYLD_OF_APPS.test(name)) continue;
    for (const path of value.split(delimiter).filter(isAbsolute)) {
      if ((await stat(path).catch(() => undefined)) !== undefined) continue;
      lines.push(
        `${name}, with which this program was started, names ${path}, which is not on this Mac. If the agent is not loaded, unset it and start again.`,
      );
    }
  }
  return lines;
}
