import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import type { Iphone } from '../simulated-iphone.ts';
import { InstallRefused } from './app-table.ts';
import { MEDIA } from './device-files.ts';
import type { InstalledApp } from './installed-app.ts';

/**
 * Installs from the media folder: an .ipa, or an app's folder (Xcode's upload for debugging).
 * @param path as for installation_proxy, `PublicStaging/Shop.ipa`
 * @param unpacked called when the package could be opened
 * @throws InstallRefused
 */
export async function installPackage(iphone: Iphone, path: string, unpacked: () => void): Promise<InstalledApp> {
  const onDevice = iphone.files.hostPath(posix.join(MEDIA, path));
  const about = await stat(onDevice).catch(() => {
    throw new InstallRefused('PackageInspectionFailed', `there is nothing at ${path}`);
  });
  if (about.isDirectory()) {
    unpacked();
    return iphone.install(onDevice);
  }
  const folder = await mkdtemp(join(tmpdir(), 'laglens-ipa-'));
  try {
    // A package's links could lead out of it; an .ipa has none at its top.
    await promisify(execFile)('unzip', ['-q', onDevice, '-d', folder]).catch(() => {
      throw new InstallRefused('PackageExtractionFailed', `${path} is no .ipa`);
    });
    const payload = join(folder, 'Payload');
    const app = (await readdir(payload).catch(() => [])).find((name) => name.endsWith('.app'));
    if (app === undefined) throw new InstallRefused('PackageInspectionFailed', `${path} has no app in its Payload`);
    unpacked();
    return await iphone.install(join(payload, app));
  } finally {
    await rm(folder, { recursive: true });
  }
}
