import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spoken } from '../spoken.ts';
import type { Xcode } from '../xcode.ts';

export interface Simulator {
  readonly udid: string;
  readonly name: string;
  /** Last part of the runtime's identifier: `iOS-17-5`. */
  readonly runtime: string;
  readonly deviceType: string;
  readonly state: 'Booted' | 'Shutdown' | 'Booting' | 'Shutting Down';
  /** Unusable: its runtime was removed. */
  readonly unavailable?: string;
}

export async function simulators({ folder }: Xcode): Promise<readonly Simulator[]> {
  const names = await readdir(join(folder, 'Devices'));
  return await Promise.all(
    names.sort().map(async (name): Promise<Simulator> => JSON.parse(await readFile(join(folder, 'Devices', name, 'device.json'), 'utf8'))),
  );
}

export function simulatorFolder(xcode: Xcode, { udid }: Pick<Simulator, 'udid'>): string {
  return join(xcode.folder, 'Devices', udid);
}

export async function saveSimulator(xcode: Xcode, simulator: Simulator): Promise<void> {
  const path = join(simulatorFolder(xcode, simulator), 'device.json');
  // Concurrent readers see a whole file.
  await writeFile(`${path}.new`, JSON.stringify(simulator));
  await rename(`${path}.new`, path);
}

/** By id, name, or `booted`. */
export async function find(xcode: Xcode, wanted: string): Promise<Simulator | Spoken> {
  const found = (await simulators(xcode)).find(
    ({ udid, name, state }) => udid === wanted || name === wanted || (wanted === 'booted' && state === 'Booted'),
  );
  return found ?? { stderr: `Invalid device: ${wanted}\n`, code: 148 };
}

/** The error of commands that need a running simulator. */
export async function findBooted(xcode: Xcode, wanted: string): Promise<Simulator | Spoken> {
  const found = await find(xcode, wanted);
  if (!isSimulator(found) || found.state === 'Booted') return found;
  const said = `Unable to lookup in current state: ${found.state}`;
  return { stderr: failure('com.apple.CoreSimulator.SimError', 405, said), code: 149 };
}

export function isSimulator(found: Simulator | Spoken): found is Simulator {
  return 'udid' in found;
}

/** simctl's errors all begin so. */
export function failure(domain: string, code: number, ...lines: readonly string[]): string {
  return `An error was encountered processing the command (domain=${domain}, code=${code}):\n${lines.join('\n')}\n`;
}
