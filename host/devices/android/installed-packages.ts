import { commandLine } from './adb/quote.ts';

/** An installed app, as `dumpsys package` tells it. */
export interface InstalledPackage {
  readonly name: string;
  /** User id without the Android user's part: 10000 and above for apps. */
  readonly appId: number;
  readonly isDebuggable: boolean;
  readonly isSystem: boolean;
  readonly versionCode: number;
  /** Undefined when the app has no native code: its processes then run in the device's preferred ABI. */
  readonly abi: string | undefined;
  /** Android users that have it. */
  readonly users: readonly number[];
  /** In the device's own time zone: `2026-11-21 10:00:00`. */
  readonly lastUpdate: string;
}

const wantedLines = '^  Package \\[|^    (userId|appId|versionCode|primaryCpuAbi|flags|pkgFlags|lastUpdateTime)=|^    User [0-9]+:';

/** What `parsePackages` needs of one package or of all, cut out on the device: the whole dump has megabytes. */
export function packagesCommand(name = 'packages'): string {
  return `${commandLine('dumpsys', 'package', name)} | ${commandLine('grep', '-E', wantedLines)}`;
}

/**
 * Parses the output of `packagesCommand`. Source of the format: AOSP com.android.server.pm.Settings.dumpPackageLPr; Android 14
 * says `appId` where earlier ones said `userId`.
 */
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
        appId: Number(value(/^ {4}(?:userId|appId)=(\d+)/m) ?? -1),
        isDebuggable: flags.includes('DEBUGGABLE'),
        isSystem: flags.includes('SYSTEM'),
        versionCode: Number(value(/^ {4}versionCode=(\d+)/m) ?? 0),
        abi: abi === 'null' ? undefined : abi,
        users: users.filter((each) => each[2] === 'true').map((each) => Number(each[1])),
        lastUpdate: (value(/^ {4}lastUpdateTime=(.+)$/m) ?? '').trim(),
      };
    });
}
