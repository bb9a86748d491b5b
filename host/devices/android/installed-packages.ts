import { commandLine } from './adb/quote.ts';

/** From `dumpsys package`. */
export interface InstalledPackage {
  readonly name: string;
  /** Without the Android user; 10000 and above for apps. */
  readonly appId: number;
  readonly isDebuggable: boolean;
  readonly isSystem: boolean;
  readonly versionCode: number;
  /** Empty when unknown. */
  readonly versionName: string;
  /** Undefined without native code: the device's preferred ABI applies. */
  readonly abi: string | undefined;
  readonly users: readonly number[];
  /** In the device's time zone: `2026-11-21 10:00:00`. */
  readonly lastUpdate: string;
}

/** Values of missing lines: no app has this id, and any build is newer. */
const [NO_APP_ID, UNKNOWN_VERSION] = [-1, 0];

const wantedLines =
  '^  Package \\[|^    (userId|appId|versionCode|versionName|primaryCpuAbi|flags|pkgFlags|lastUpdateTime)=|^    User [0-9]+:';

/** Filtered on the device, as the dump has megabytes. */
export function packagesCommand(name = 'packages'): string {
  return `${commandLine('dumpsys', 'package', name)} | ${commandLine('grep', '-E', wantedLines)}`;
}

/** Android 14 writes `appId`, earlier ones `userId`. Source: AOSP com.android.server.pm.Settings.dumpPackageLPr. */
export function parsePackages(text: string): readonly InstalledPackage[] {
  return text
    .split(/^ {2}Package \[/m)
    .slice(1)
    .map((block) => {
      const value = (pattern: RegExp): string | undefined => pattern.exec(block)?.[1];
      const flags = (value(/^ {4}(?:pkgFlags|flags)=\[(.*)\]/m) ?? '').trim().split(/\s+/);
      const abi = value(/^ {4}primaryCpuAbi=(\S+)/m);
      const users = [...block.matchAll(/^ {4}User (\d+):.*?\binstalled=(\w+)/gm)];
      return {
        name: block.slice(0, block.indexOf(']')),
        appId: Number(value(/^ {4}(?:userId|appId)=(\d+)/m) ?? NO_APP_ID),
        isDebuggable: flags.includes('DEBUGGABLE'),
        isSystem: flags.includes('SYSTEM'),
        versionCode: Number(value(/^ {4}versionCode=(\d+)/m) ?? UNKNOWN_VERSION),
        versionName: (value(/^ {4}versionName=(.+)$/m) ?? '').trim(),
        abi: abi === 'null' ? undefined : abi,
        users: users.filter((each) => each[2] === 'true').map((each) => Number(each[1])),
        lastUpdate: (value(/^ {4}lastUpdateTime=(.+)$/m) ?? '').trim(),
      };
    });
}
