import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readPlistDict } from '../../../host/devices/ios/protocol/plist/read.ts';
import { textOf } from '../../../host/devices/ios/protocol/plist/value.ts';

/** An app on a simulator, in CoreSimulator's containers. */
export interface InstalledApp {
  readonly bundleId: string;
  /** The `.app` folder. */
  readonly bundle: string;
  readonly data: string;
  readonly kind: 'User' | 'System';
  readonly name: string;
  readonly executable: string;
  readonly version: string;
  readonly build: string;
}

/** Installs an app or its next build: the bundle's container changes, the data stay. */
export async function installApp(device: string, source: string, kind: InstalledApp['kind'] = 'User'): Promise<InstalledApp> {
  const info = readPlistDict(await readFile(join(source, 'Info.plist')));
  const bundleId = textOf(info, 'CFBundleIdentifier');
  const before = await installedApp(device, bundleId);
  const container = (of: 'Bundle' | 'Data'): string => join(device, 'data', 'Containers', of, 'Application', randomUUID().toUpperCase());
  const bundle = join(container('Bundle'), basename(source));
  const data = before?.data ?? container('Data');
  await cp(source, bundle, { recursive: true, preserveTimestamps: true });
  for (const folder of ['Documents', 'Library/Caches', 'tmp']) await mkdir(join(data, folder), { recursive: true });
  if (before !== undefined) await rm(join(before.bundle, '..'), { recursive: true });
  const app: InstalledApp = {
    bundleId,
    bundle,
    data,
    kind,
    name: textOf(info, 'CFBundleDisplayName') || textOf(info, 'CFBundleName'),
    executable: textOf(info, 'CFBundleExecutable'),
    version: textOf(info, 'CFBundleShortVersionString'),
    build: textOf(info, 'CFBundleVersion'),
  };
  await mkdir(records(device), { recursive: true });
  // Concurrent readers see a whole record.
  const fresh = join(device, `${randomUUID()}.new`);
  await writeFile(fresh, JSON.stringify(app));
  await rename(fresh, join(records(device), `${bundleId}.json`));
  return app;
}

export async function uninstallApp(device: string, { bundleId, bundle, data }: InstalledApp): Promise<void> {
  await rm(join(records(device), `${bundleId}.json`));
  await rm(join(bundle, '..'), { recursive: true });
  await rm(data, { recursive: true });
}

export async function installedApps(device: string): Promise<readonly InstalledApp[]> {
  const names = await readdir(records(device)).catch((): string[] => []);
  return await Promise.all(
    names.sort().map(async (name): Promise<InstalledApp> => JSON.parse(await readFile(join(records(device), name), 'utf8'))),
  );
}

export async function installedApp(device: string, bundleId: string): Promise<InstalledApp | undefined> {
  return (await installedApps(device)).find((each) => each.bundleId === bundleId);
}

function records(device: string): string {
  return join(device, 'apps');
}
