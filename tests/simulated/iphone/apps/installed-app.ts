import { posix } from 'node:path';
import type { Dictionary } from '../property-list.ts';

/** An app on the device. Paths are the device's. */
export interface InstalledApp {
  readonly bundleId: string;
  /** What stands below its icon. */
  readonly name: string;
  readonly type: 'User' | 'System';
  /** The bundle, `/private/var/containers/Bundle/Application/UUID/Shop.app`. */
  readonly folder: string;
  /** The data container, which outlives an update. */
  readonly container: string;
  /** Its Info.plist. */
  readonly info: Dictionary;
  readonly entitlements: Dictionary;
  /** As in "Apple Development: Jo Doe (ABCDE12345)"; "Apple iPhone OS Application Signing" is the App Store's. */
  readonly signer: string;
}

export function executableOf(app: InstalledApp): string {
  const name = app.info.CFBundleExecutable;
  return posix.join(app.folder, typeof name === 'string' ? name : app.name);
}

/** Whether a debugger may attach, and dyld listens to its variables: what AMFI asks for (`get-task-allow`). */
export function isDebuggable(app: InstalledApp): boolean {
  return app.entitlements['get-task-allow'] === true;
}

/** An app as installation_proxy tells of it. */
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
