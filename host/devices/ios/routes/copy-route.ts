import { LaglensError, messageOf } from '../../../../core/errors.ts';
import { clauseOf, joinedPhrase, phrase } from '../../../../core/text/phrase.ts';
import { timeoutSignal } from '../../../time-limits.ts';
import type { AgentLink, DeployOptions, InstalledCopy, Undo } from '../../device.ts';
import { deviceTexts } from '../../device-texts.ts';
import { privateTempFolder, removePrivateTempFolder } from '../../private-temp-folder.ts';
import type { DeviceParts } from '../link/device-parts.ts';
import { lookUpApp } from '../protocol/services/installation-proxy.ts';
import { resignedCopy } from '../xcode/resign/resigned-copy.ts';
import { type BuiltApp, readBuiltApp } from '../xcode/xcrun/built-apps.ts';
import type { Installer } from './installer.ts';
import { launchWithAgent } from './launch-with-agent.ts';
import type { Plan, Route, RouteRequest } from './route.ts';

const RESTORE_MS = 180_000;

interface Placed {
  readonly built: BuiltApp;
  /** Changes with each installation. */
  readonly path: string;
  /** For `DYLD_INSERT_LIBRARIES`, unless the executable loads the agent. */
  readonly insert: string | undefined;
}

/** A signed copy with the agent replaces the app. Each device has one route, which remembers consent and the copy. */
export class CopyRoute implements Route {
  readonly #installer: Installer;
  readonly #agreed = new Set<string>();
  readonly #placed = new Map<string, Placed>();
  readonly #returns = new RelaunchLimiter();

  constructor(installer: Installer) {
    this.#installer = installer;
  }

  get name(): string {
    return this.#installer.name;
  }

  async plan(request: RouteRequest): Promise<Plan> {
    const { device, built, target, options } = request;
    const unfit = this.#installer.unfit(device);
    if (unfit !== undefined) return { unfit };
    if (device.xcodeTrouble !== undefined) {
      const { message, next } = device.xcodeTrouble;
      return { unfit: phrase`Xcode is needed to sign it: ${clauseOf(message)}`, next };
    }
    if (built === undefined) {
      const next = phrase`Build the app in Xcode for this device, and try again.`;
      return { unfit: phrase`there is no build of the app on this computer`, next };
    }
    const mayAsk = options.consent !== undefined || this.#agreed.has(target.app);
    if (!mayAsk) {
      const next = phrase`Agree to it: start the capture in the editor, which asks, or on the command line with --replace.`;
      return { unfit: phrase`it replaces the installed app, which needs consent`, next, wantsConsent: true };
    }
    return { step: phrase`Preparing an instrumented copy of ${built.name}`, deploy: () => this.#deploy(request, built) };
  }

  undoOf(device: DeviceParts, copy: InstalledCopy, log: DeployOptions['log']): Undo | undefined {
    return this.#installer.unfit(device) === undefined ? this.#undo(device, copy, log) : undefined;
  }

  async #deploy(request: RouteRequest, built: BuiltApp): Promise<AgentLink> {
    await this.#agree(request, built);
    this.#returns.check(request);
    const { target, options } = request;
    await this.#installer.prepare(request.device, options);
    const undo = this.#undo(request.device, noteOf(request, { built, insert: undefined, path: '' }), options.log);
    try {
      const before = this.#placed.get(target.app);
      const placed = await this.#place(request, built);
      const { insert, path } = placed;
      return await launchWithAgent(request, this.#installer, {
        executable: built.executable,
        bundle: path,
        isNew: placed !== before,
        undo,
        ...(insert === undefined ? {} : { insert }),
      });
    } catch (error) {
      if (!this.#placed.has(target.app)) throw error;
      this.#placed.delete(target.app);
      options.log('The app did not come up with the agent in it: the original is installed again.');
      options.progress(phrase`Restoring the app`);
      // Also after a cancel, as the copy may not start.
      const left = await failureOf(undo.run(timeoutSignal(RESTORE_MS)));
      if (left !== undefined) options.log(`It could not be restored: ${String(left)}`);
      options.signal.throwIfAborted();
      throw error instanceof LaglensError ? withDeviceState(error, left) : error;
    }
  }

  async #agree({ device, target, options, installed }: RouteRequest, built: BuiltApp): Promise<void> {
    if (this.#agreed.has(target.app)) return;
    const on = device.facts.name || phrase`the device`;
    const { name } = built;
    const configuration = built.configuration || phrase`newest`;
    const isForeign = installed !== undefined && !installed.isDebuggable;
    const agreed = await options.consent?.({
      question:
        installed === undefined
          ? phrase`Install ${name} on ${on} as an instrumented copy?`
          : phrase`Replace ${name} on ${on} with an instrumented copy?`,
      detail: joinedPhrase(
        [
          phrase`The copy is made of your ${configuration} build, signed like it, and restarted. Your build is not changed, and the app keeps its data.`,
          isForeign
            ? phrase`The installed app does not come from this build: restoring installs your build.`
            : phrase`You can restore the original at any time.`,
        ],
        ' ',
      ),
      yes: installed === undefined ? phrase`Install` : phrase`Replace`,
    });
    if (agreed !== true) throw new DOMException('It was not agreed to.', 'AbortError');
    this.#agreed.add(target.app);
  }

  /** Skips an installed copy. */
  async #place(request: RouteRequest, built: BuiltApp): Promise<Placed> {
    const { device, target, options, installed } = request;
    const there = this.#placed.get(target.app);
    const isOfThisBuild = there?.built.path === built.path && there.built.builtMs === built.builtMs;
    if (there !== undefined && isOfThisBuild && there.path === installed?.path) {
      device.notes?.placed(noteOf(request, there));
      return there;
    }
    const { progress, signal } = options;
    const folder = await privateTempFolder('laglens-copy-', phrase`The app`);
    try {
      const library = await device.files.iosLibrary('device');
      const { xcrun } = device;
      const { app, insert } = await resignedCopy({
        app: built.path,
        executable: built.executable,
        library,
        folder,
        xcrun,
        progress,
        signal,
      });
      progress(phrase`Installing the copy`);
      await this.#install(request, app, { built, insert, path: '' });
      const placed = { built, insert, path: (await lookUpApp(device.iphone, target.app, signal))?.path ?? '' };
      this.#placed.set(target.app, placed);
      device.notes?.placed(noteOf(request, placed));
      return placed;
    } finally {
      await removePrivateTempFolder(folder);
    }
  }

  /** Recorded first, as devices finish an abandoned installation. */
  async #install(request: RouteRequest, copy: string, placed: Placed): Promise<void> {
    const { device, target, options } = request;
    const before = this.#placed.get(target.app);
    this.#placed.set(target.app, placed);
    const takeBack = device.notes?.placed(noteOf(request, placed));
    try {
      await this.#installer.install(device, copy, options.progress, options.signal);
    } catch (error) {
      if (!options.signal.aborted) {
        this.#placed.delete(target.app);
        if (before !== undefined) this.#placed.set(target.app, before);
        takeBack?.();
      }
      throw error;
    }
  }

  #undo(device: DeviceParts, copy: InstalledCopy, log: DeployOptions['log']): Undo {
    const { facts, notes } = device;
    const on = facts.name || phrase`the device`;
    return {
      what: phrase`${copy.name} on ${on} is an instrumented copy, which does nothing without Laglens.`,
      label: phrase`Restore`,
      run: async (signal) => {
        const built = await readBuiltApp(copy.build, 'iphoneos', false);
        if (built?.bundleId !== copy.app) throw originalIsGone(copy);
        await this.#installer.install(device, copy.build, log, signal);
        this.#placed.delete(copy.app);
        notes?.gone(copy);
        this.#agreed.delete(copy.app);
      },
      keep: () => notes?.gone(copy),
    };
  }
}

function noteOf({ device, target }: RouteRequest, { built, path }: Placed): InstalledCopy {
  return { device: device.facts.udid, app: target.app, name: built.name, build: built.path, path };
}

function originalIsGone({ name, build }: InstalledCopy): LaglensError {
  return new LaglensError({
    code: 'app-not-built',
    message: phrase`${name} could not be restored: its build is not at ${build} any more.`,
    next: phrase`Run it from Xcode once: that puts the original in the place of the copy.`,
  });
}

async function failureOf(work: Promise<void>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('no reason was given'),
  );
}

/** Adds the device's state. @param left why the original was not restored */
function withDeviceState(error: LaglensError, left: unknown): LaglensError {
  const { code, message, next, action, output } = error;
  const there =
    left === undefined
      ? deviceTexts.restored
      : phrase`The copy is still on the device: the original could not be installed again (${messageOf(left)}). Run the app from Xcode to put it there.`;
  return new LaglensError({
    ...{ code, message: phrase`${message} ${there}`, next, cause: error },
    ...(action === undefined ? {} : { action }),
    ...(output === undefined ? {} : { output }),
  });
}

const MOST = 3;
const WITHIN_MS = 60_000;

/** Stops two editors from restarting the same app in turns, as each start ends the other's process. */
export class RelaunchLimiter {
  readonly #timesMs = new Map<string, readonly number[]>();
  readonly #givenUp = new Set<string>();

  /** @throws LaglensError beyond the limit; a new capture resets it */
  check({ target, options }: Pick<RouteRequest, 'target' | 'options'>, nowMs: number = performance.now()): void {
    const { app, pid } = target;
    if (options.launch || pid === undefined) {
      this.#timesMs.delete(app);
      this.#givenUp.delete(app);
      return;
    }
    const timesMs = [...(this.#timesMs.get(app) ?? []), nowMs].filter((timeMs) => nowMs - timeMs < WITHIN_MS);
    this.#timesMs.set(app, timesMs);
    if (timesMs.length > MOST) this.#givenUp.add(app);
    if (!this.#givenUp.has(app)) return;
    throw new LaglensError({
      code: 'agent-busy',
      message: phrase`${app} was started ${MOST} times within ${WITHIN_MS / 1000} s without the agent in it, each time that Laglens had started it with: another editor captures it, or it ends right away.`,
      next: phrase`Stop the capture in the other window, then start this one again.`,
      action: 'retry',
    });
  }
}
