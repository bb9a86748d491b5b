import { join } from 'node:path';
import type { LoadCommands } from '../ios/xcode/resign/load-commands.ts';
import { loadCommandsIn } from '../ios/xcode/resign/minimum-system.ts';
import { readBuiltApp } from '../ios/xcode/xcrun/built-apps.ts';

/** An app as it is installed on a simulator, with all that is in its `.app` folder on this Mac. */
export interface LaunchedApp {
  readonly bundleId: string;
  /** For people. */
  readonly name: string;
  /** The `.app` folder; empty when simctl does not say. */
  readonly bundle: string;
  /** Name of the main executable; empty when unknown. */
  readonly executable: string;
  /** Of the executable; none when it cannot be read. */
  readonly slices: readonly LoadCommands[];
  /** It was installed, or the simulator was booted, a moment ago. */
  readonly isNew: boolean;
}

/** Reads the executable of an installed app. */
export async function launchedApp(bundleId: string, bundle: string, isNew: boolean): Promise<LaunchedApp> {
  const found = bundle === '' ? undefined : await readBuiltApp(bundle, 'iphonesimulator', false);
  const executable = found?.executable ?? '';
  const slices = executable === '' ? [] : await loadCommandsIn(join(bundle, executable));
  return { bundleId, name: found?.name ?? bundleId, bundle, executable, slices, isNew };
}

/** True when the executable loads the agent by itself, as a copy by Laglens does. */
export function loadsAgent({ slices }: LaunchedApp): boolean {
  return slices.length > 0 && slices.every(({ libraries }) => libraries.some((path) => path.endsWith('/liblaglens.dylib')));
}
