import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type LaunchApp, launchWith } from '../apps/launch-app.ts';
import { type Dictionary, xmlPropertyList } from '../property-list.ts';

/** Starts apps by the stand-in loader. */
export const launchStandIn: LaunchApp = launchWith(process.execPath, fileURLToPath(new URL('stand-in-loader.ts', import.meta.url)));

export interface Started {
  readonly home: string;
  readonly bundleId: string;
  /** Executable, then arguments. */
  readonly positionals: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** An app's folder with a fake executable. @returns its path */
export async function writeApp(parent: string, name: string, info: Dictionary): Promise<string> {
  const folder = join(parent, `${name}.app`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'Info.plist'), xmlPropertyList({ CFBundleExecutable: name, ...info }));
  await writeFile(join(folder, name), 'stands in for a Mach-O file');
  return folder;
}

/** An app packed as .ipa. @returns its path */
export async function writeIpa(parent: string, name: string, info: Dictionary): Promise<string> {
  await writeApp(join(parent, 'Payload'), name, info);
  return packIpa(parent, name);
}

export async function packIpa(parent: string, name: string): Promise<string> {
  await promisify(execFile)('zip', ['-q', '-r', `${name}.ipa`, 'Payload'], { cwd: parent });
  return join(parent, `${name}.ipa`);
}
