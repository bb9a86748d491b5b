import { adb34, adb36 } from '../../../../scripts/setup/android-tools.ts';

interface AdbVersion {
  readonly version: string;
  /** The program with its first arguments. */
  command(): Promise<readonly string[]>;
  /** Debian 13's needs that release's loader, so its client can't start its server. */
  readonly startsItself: boolean;
}

/** Debian 12's adb, Debian 13's, and Google's of today. */
export const adbVersions: readonly AdbVersion[] = [
  { version: '29.0.6', command: async () => ['adb'], startsItself: true },
  { version: '34.0.5', command: () => adb34(), startsItself: false },
  { version: '36.0.0', command: () => adb36(), startsItself: true },
];
