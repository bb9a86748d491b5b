import { randomUUID } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { ProtocolError } from '../input.ts';
import { type Dictionary, dictionaryOf, parsePropertyList, textAt, xmlPropertyList } from '../property-list.ts';
import { BUNDLES, CONTAINERS, type DeviceFiles } from './device-files.ts';
import type { InstalledApp } from './installed-app.ts';
import { signedEntitlements } from './signed-entitlements.ts';

/** An initially installed app: a folder's, or a mere entry. */
export type AppSpec =
  | { readonly folder: string }
  | {
      readonly bundleId: string;
      readonly name: string;
      /** `System` is Apple's own; `User` by default. */
      readonly type?: 'User' | 'System';
      /** True by default. */
      readonly debuggable?: boolean;
    };

/** installd's reason, by its error name. */
export class InstallRefused extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

const TEAM = 'ABCDE12345';
const DEVELOPER = `Apple Development: Jo Doe (${TEAM})`;
const STORE = 'Apple iPhone OS Application Signing';

/** The apps on the device, as in installd. */
export class AppTable {
  readonly #apps = new Map<string, InstalledApp>();
  readonly #files: DeviceFiles;

  constructor(files: DeviceFiles) {
    this.#files = files;
  }

  all(): readonly InstalledApp[] {
    return [...this.#apps.values()];
  }

  app(bundleId: string): InstalledApp | undefined {
    return this.#apps.get(bundleId);
  }

  async add(spec: AppSpec): Promise<InstalledApp> {
    if ('folder' in spec) return this.install(spec.folder);
    const { bundleId, name, type = 'User', debuggable = type === 'User' } = spec;
    const folder = posix.join(BUNDLES, newUuid(), `${name}.app`);
    const info = { CFBundleIdentifier: bundleId, CFBundleExecutable: name, CFBundleName: name, MinimumOSVersion: '14.0' };
    await writeFile(join(await this.#files.makeFolder(folder), 'Info.plist'), xmlPropertyList(info));
    const signer = debuggable ? DEVELOPER : STORE;
    return this.#enter({ bundleId, name, type, folder, info, entitlements: entitlementsOf(bundleId, debuggable), signer });
  }

  /**
   * Installs an app's folder; an older app's data stay.
   * @param folder `…/Shop.app`, a path of this computer
   * @throws InstallRefused for other folders
   */
  async install(folder: string): Promise<InstalledApp> {
    const info = await infoOf(folder);
    const bundleId = textAt(info, 'CFBundleIdentifier');
    const executable = textAt(info, 'CFBundleExecutable');
    if (bundleId === undefined || executable === undefined) {
      throw new InstallRefused(
        'APIInternalError',
        `Info.plist of ${basename(folder)} names no CFBundleIdentifier or no CFBundleExecutable`,
      );
    }
    const program = await readFile(join(folder, executable)).catch(() => {
      throw new InstallRefused('PackageInspectionFailed', `the main executable ${executable} of ${basename(folder)} is missing`);
    });
    // Files other than Mach-O stand for a debug build of this developer.
    const entitlements = signedEntitlements(program) ?? entitlementsOf(bundleId, true);
    const onDevice = posix.join(BUNDLES, newUuid(), basename(folder));
    await cp(folder, await this.#files.makeFolder(onDevice), { recursive: true, verbatimSymlinks: true });
    const older = this.#apps.get(bundleId);
    if (older) await rm(this.#files.hostPath(posix.dirname(older.folder)), { recursive: true });
    const name = textAt(info, 'CFBundleDisplayName') ?? textAt(info, 'CFBundleName') ?? executable;
    return this.#enter({ bundleId, name, type: 'User', folder: onDevice, info, entitlements, signer: DEVELOPER });
  }

  /** Removes its data, too. @returns whether there was such an app */
  async uninstall(bundleId: string): Promise<boolean> {
    const app = this.#apps.get(bundleId);
    if (!app) return false;
    this.#apps.delete(bundleId);
    for (const path of [posix.dirname(app.folder), app.container]) await rm(this.#files.hostPath(path), { recursive: true, force: true });
    return true;
  }

  async #enter(app: Omit<InstalledApp, 'container'>): Promise<InstalledApp> {
    const container = this.#apps.get(app.bundleId)?.container ?? posix.join(CONTAINERS, newUuid());
    for (const part of ['Documents', 'Library/Caches', 'Library/Preferences', 'tmp']) {
      await this.#files.makeFolder(posix.join(container, part));
    }
    const entered = { ...app, container };
    this.#apps.set(app.bundleId, entered);
    return entered;
  }
}

async function infoOf(folder: string): Promise<Dictionary> {
  try {
    return dictionaryOf(parsePropertyList(await readFile(join(folder, 'Info.plist'))));
  } catch (error) {
    if (!(error instanceof ProtocolError) && !(error instanceof Error && 'code' in error)) throw error;
    throw new InstallRefused('PackageInspectionFailed', `${basename(folder)} has no Info.plist that can be read`);
  }
}

function entitlementsOf(bundleId: string, debuggable: boolean): Dictionary {
  const identifier = { 'application-identifier': `${TEAM}.${bundleId}`, 'com.apple.developer.team-identifier': TEAM };
  return debuggable ? { ...identifier, 'get-task-allow': true } : identifier;
}

function newUuid(): string {
  return randomUUID().toUpperCase();
}
