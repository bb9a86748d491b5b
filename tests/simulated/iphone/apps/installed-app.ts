import { posix } from 'node:path';
import type { Dictionary } from '../property-list.ts';

/** An app on the device. Paths are the device's. */
export interface InstalledApp {
  readonly bundleId: string;
  /** The text below its icon. */
  readonly name: string;
  readonly type: 'User' | 'System';
  /** `/private/var/containers/Bundle/Application/UUID/Shop.app` */
  readonly folder: string;
  /** The data container, which outlives an update. */
  readonly container: string;
  /** Its Info.plist. */
  readonly info: Dictionary;
  readonly entitlements: Dictionary;
  /** As in "Apple Development: Jo Doe (ABCDE12345)"; the App Store's is "Apple iPhone OS Application Signing". */
  readonly signer: string;
}

export function executableOf(app: InstalledApp): string {
  const name = app.info.CFBundleExecutable;
  return posix.join(app.folder, typeof name === 'string' ? name : app.name);
}

/** AMFI's condition for debuggers and dyld's variables (`get-task-allow`). */
export function isDebuggable(app: InstalledApp): boolean {
  return app.entitlements['get-task-allow'] === true;
}

/** An app's record of installation_proxy. */
export function appAttributes(app: InstalledApp): Dictionary {
  return {
    CFBundleVersion: '1',
    CFBundleShortVersionString: '1.0',
    CFBundleName: app.name,
    ...app.info,
    CFBundleIdentifier: app.bundleId,
    CFBundleDisplayName: app.name,
    CFBundleExecutable: posix.basename(executableOf(app)),
    ApplicationType: app.type,
    Path: app.folder,
    Container: app.container,
    Entitlements: { ...app.entitlements },
    SignerIdentity: app.signer,
    ProfileValidated: true,
  };
}
