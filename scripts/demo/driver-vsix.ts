import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const driver = fileURLToPath(new URL('driver', import.meta.url));
const vsce = fileURLToPath(new URL('../../node_modules/@vscode/vsce/vsce', import.meta.url));

/** Packages the extension that starts the demo's capture; returns the .vsix's path. */
export async function packageDriver(folder: string): Promise<string> {
  const vsix = join(folder, 'demo-driver.vsix');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await execute(process.execPath, [vsce, 'package', ...flags, '-o', vsix], { cwd: driver });
  return vsix;
}
