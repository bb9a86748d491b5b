import { join } from 'node:path';
import type { LoadCommands } from '../ios/xcode/resign/load-commands.ts';
import { loadCommandsIn } from '../ios/xcode/resign/minimum-system.ts';
import { readBuiltApp } from '../ios/xcode/xcrun/built-apps.ts';

export interface LaunchedApp {
  readonly bundleId: string;
  readonly name: string;
  /** Empty when unknown. */
  readonly bundle: string;
  /** Empty when unknown. */
  readonly executable: string;
  /** Empty when unreadable. */
  readonly slices: readonly LoadCommands[];
  /** Just installed, or the simulator just booted. */
  readonly isNew: boolean;
}

export async function launchedApp(bundleId: string, bundle: string, isNew: boolean): Promise<LaunchedApp> {
  const found = bundle === '' ? undefined : await readBuiltApp(bundle, 'iphonesimulator', false);
  const executable = found?.executable ?? '';
  const slices = executable === '' ? [] : await loadCommandsIn(join(bundle, executable));
  return { bundleId, name: found?.name ?? bundleId, bundle, executable, slices, isNew };
}

/** True for copies by Laglens, and apps built with the agent. */
export function loadsAgent({ slices }: LaunchedApp): boolean {
  return slices.length > 0 && slices.every(({ libraries }) => libraries.some((path) => path.endsWith('/liblaglens.dylib')));
}
