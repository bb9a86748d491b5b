import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { PROTOCOL_VERSION } from '../../../core/wire/schema.ts';
import type { AgentLink, AppProcess, AppRow, AppTarget, DeployOptions, Device, DeviceRow } from '../device.ts';
import { notInstalled } from '../errors.ts';
import { checkVersion } from '../ios/link/embedded-agent.ts';
import { type BuiltApp, builtApps, type ProductPlaces } from '../ios/xcode/xcrun/built-apps.ts';
import { nearApps } from '../near-apps.ts';
import { embeddedAgent, hasEmbeddedAgent, type KnownAgents } from './agents.ts';
import { appRow, byGroup, type KnownApp, knownApps } from './app-rows.ts';
import { type LaunchSettings, launchWithAgent, launchWithEmbeddedAgent } from './launch-simulator-app.ts';
import { launchedApp } from './launched-app.ts';
import { connectedTo } from './ports.ts';
import { SimulatorLink } from './simulator-link.ts';

const NEXT_PROCESS_POLL_MS = 500;
/** While the simulator is out of reach. */
const AWAY_POLL_MS = 2_000;
/** The search reads many folders. */
const BUILDS_KEPT_MS = 10_000;
/** A booted simulator is busy for a while. */
const FRESH_MS = 120_000;

interface SimulatorParts extends Omit<LaunchSettings, 'udid'> {
  readonly places: ProductPlaces;
  readonly agents: KnownAgents;
  /** A time of `performance.now()`; undefined when booted elsewhere. */
  readonly bootedMs?: number | undefined;
}

export class SimulatorDevice implements Device {
  readonly row: DeviceRow;
  readonly #parts: SimulatorParts;
  #builds: { readonly askedMs: number; readonly apps: readonly BuiltApp[] } | undefined;

  constructor(row: DeviceRow, parts: SimulatorParts) {
    this.row = row;
    this.#parts = parts;
  }

  async apps(signal: AbortSignal): Promise<readonly AppRow[]> {
    const known = await this.#known(BUILDS_KEPT_MS, signal);
    const rows = await Promise.all(known.map(async (app) => appRow(app, (await this.#agentIn(app)) !== undefined)));
    return rows.sort(byGroup);
  }

  async nextProcess({ app }: AppTarget, notPid: number | undefined, signal: AbortSignal): Promise<AppProcess> {
    const { simctl } = this.#parts;
    for (;;) {
      const processes = await simctl.processes(this.row.id, signal).catch((error: unknown) => {
        // A shut down simulator may return.
        if (error instanceof LaglensError) return undefined;
        throw error;
      });
      const next = processes?.find(({ bundleId, pid }) => bundleId === app && pid !== notPid);
      if (next !== undefined) return { pid: next.pid, name: app };
      await pause(processes === undefined ? AWAY_POLL_MS : NEXT_PROCESS_POLL_MS, undefined, { signal });
    }
  }

  /** Uses a present agent, else restarts the app unless a certain process was chosen. */
  async deploy(target: AppTarget, options: DeployOptions): Promise<AgentLink> {
    const { signal, progress, log } = options;
    progress(phrase`Looking at the app`);
    const known = await this.#known(0, signal);
    const app = known.find(({ bundleId }) => bundleId === target.app);
    if (app === undefined) {
      const ids = known.map(({ bundleId }) => bundleId);
      throw notInstalled.simulator(target.app, this.row.name, nearApps(target.app, ids));
    }
    const found = options.launch ? 'a start was asked for' : await this.#attached(app, options);
    if (typeof found !== 'string') return found;
    if (target.pid !== undefined) throw withoutAgent(target.app, target.pid, app.process?.pid);
    const isInstalled = app.build !== undefined && app.isBuildNewer;
    if (isInstalled) {
      progress(phrase`Installing the newest build`);
      log(`Installing ${app.build.path}.`);
      await this.#parts.simctl.install(this.row.id, app.build.path, signal);
    }
    log(`By a start with the agent in it. Skipped: the agent that is there already: ${found}.`);
    const link = await this.#launched(app, isInstalled, options);
    this.#parts.agents.add(this.row.id, {
      protocol: PROTOCOL_VERSION,
      pid: link.process.pid,
      port: link.port,
      token: options.token,
      bundleId: target.app,
    });
    return link;
  }

  /** @param isInstalled just installed, in a new container */
  async #launched({ bundleId, installed, build }: KnownApp, isInstalled: boolean, options: DeployOptions): Promise<SimulatorLink> {
    const settings = { ...this.#parts, udid: this.row.id };
    const hasCarried = installed !== undefined && (await hasEmbeddedAgent(installed));
    const carried = hasCarried ? await launchWithEmbeddedAgent(bundleId, settings, options) : undefined;
    if (hasCarried) options.log(carried === undefined ? 'The app carries no agent any more.' : 'The app carries the agent itself.');
    if (carried !== undefined) return carried;
    const bundle = (isInstalled ? build?.path : installed?.bundle) ?? '';
    const isBootedNow = performance.now() - (this.#parts.bootedMs ?? Number.NEGATIVE_INFINITY) < FRESH_MS;
    return await launchWithAgent(await launchedApp(bundleId, bundle, isInstalled || isBootedNow), settings, options);
  }

  /** The link to a present agent, or the reason for none. */
  async #attached(app: KnownApp, { signal, log }: DeployOptions): Promise<SimulatorLink | string> {
    const agent = await this.#agentIn(app);
    if (agent === undefined) return app.process === undefined ? 'the app does not run' : 'the app runs without one';
    checkVersion(agent);
    const { pid, port, token } = agent;
    const first = await connectedTo(port, signal);
    if (first === undefined) return `its port ${port} is closed`;
    log(`By the agent that is in ${app.bundleId} already (process ${pid}, port ${port}).`);
    const process = { pid, name: app.bundleId };
    return new SimulatorLink({ udid: this.row.id, simctl: this.#parts.simctl, process, launched: false, port, first, token, log });
  }

  async #agentIn({ process, installed }: KnownApp): ReturnType<typeof embeddedAgent> {
    if (process === undefined) return undefined;
    const known = this.#parts.agents.find(this.row.id, process);
    return known ?? (installed === undefined ? undefined : await embeddedAgent(installed, process));
  }

  /** @param keptMs maximum age of builds, as pickers ask repeatedly */
  async #known(keptMs: number, signal: AbortSignal): Promise<readonly KnownApp[]> {
    const { simctl } = this.#parts;
    const udid = this.row.id;
    const asked = [simctl.apps(udid, signal), simctl.processes(udid, signal), this.#newestBuilds(keptMs, signal)] as const;
    return await knownApps(...(await Promise.all(asked)));
  }

  async #newestBuilds(keptMs: number, signal: AbortSignal): Promise<readonly BuiltApp[]> {
    const nowMs = performance.now();
    if (this.#builds !== undefined && nowMs - this.#builds.askedMs < keptMs) return this.#builds.apps;
    const apps = await builtApps(this.#parts.places, 'iphonesimulator', signal);
    this.#builds = { askedMs: nowMs, apps };
    return apps;
  }
}

function withoutAgent(bundleId: string, wanted: number, running: number | undefined): LaglensError {
  if (running !== wanted) {
    return new LaglensError({
      code: 'app-not-running',
      message: phrase`Process ${wanted} of ${bundleId} does not run any more.`,
      next: phrase`Start the capture again; it starts the app.`,
      action: 'launchApp',
    });
  }
  return new LaglensError({
    code: 'attach-unsupported',
    message: phrase`${bundleId} was started without the agent (process ${wanted}), and no agent can be brought into an iOS app that runs.`,
    next: phrase`Start the capture again: it starts the app with the agent. Apps that carry the agent are found however they were started.`,
    action: 'launchApp',
  });
}
