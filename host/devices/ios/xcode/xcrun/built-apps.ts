import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { withoutEnd } from '../../../../../core/text/cuts.ts';
import { type Walk, walkFolder } from '../../../../folders/folder-walk.ts';
import { withoutProducts, xcodeFolder } from '../../../../folders/xcode-products.ts';
import { MOST_FOREIGN_BYTES, readForeignFile } from '../../../../foreign-file.ts';
import { readPlistDict } from '../../protocol/plist/read.ts';
import { type PlistDict, PlistError, textOf } from '../../protocol/plist/value.ts';

export type ApplePlatform = 'iphoneos' | 'iphonesimulator';

/** An app in a folder of products. */
export interface BuiltApp {
  readonly path: string;
  readonly bundleId: string;
  /** Name as on the home screen. */
  readonly name: string;
  readonly executable: string;
  /** CFBundleShortVersionString and CFBundleVersion. */
  readonly version: string;
  readonly build: string;
  /** Such as `Debug`. */
  readonly configuration: string;
  /** Wall clock of the executable or of Info.plist, whichever is newer. */
  readonly builtMs: number;
  /** From the workspace. */
  readonly isOwn: boolean;
}

export interface ProductPlaces {
  readonly workspaceFolders: readonly string[];
  /** Defaults to the user's. */
  readonly derivedData?: string;
}

/** DerivedData/<project>/Build/Products/Debug-iphoneos/Shop.app; deeper in workspaces (ios/build/Build/Products/…). */
const limits = { depth: 8, entries: 30_000 } as const;
const way: Readonly<Record<number, string>> = { 2: 'Build', 3: 'Products' };

/** The workspace's first, then newest first; an app may occur per configuration. Unreadable ones are skipped. */
export async function builtApps(places: ProductPlaces, platform: ApplePlatform, signal: AbortSignal): Promise<readonly BuiltApp[]> {
  const { workspaceFolders, derivedData = xcodeFolder(homedir(), 'DerivedData') } = places;
  const found = new Map<string, BuiltApp>();
  const take = async (path: string, isOwn: boolean): Promise<void> => {
    signal.throwIfAborted();
    const app = found.has(path) ? undefined : await readBuiltApp(path, platform, isOwn);
    if (app !== undefined) found.set(path, app);
  };
  for (const folder of workspaceFolders) for await (const path of productsIn(folder, platform, {})) await take(path, true);
  for await (const path of productsIn(derivedData, platform, way)) {
    const project = path.slice(derivedData.length + 1).split(sep)[0] ?? '';
    await take(path, await isProjectIn(join(derivedData, project), workspaceFolders));
  }
  return [...found.values()].sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.builtMs - a.builtMs);
}

/** Undefined for other platforms. */
export async function readBuiltApp(path: string, platform: ApplePlatform, isOwn: boolean): Promise<BuiltApp | undefined> {
  const info = await readInfo(join(path, 'Info.plist'));
  if (info === undefined) return undefined;
  const bundleId = textOf(info, 'CFBundleIdentifier');
  const executable = textOf(info, 'CFBundleExecutable');
  const isForPlatform = [platform, ''].includes(textOf(info, 'DTPlatformName').toLowerCase());
  // A path would lead out of the folder.
  if (bundleId === '' || executable === '' || basename(executable) !== executable || !isForPlatform) return undefined;
  const [executableMs, infoMs] = await Promise.all([modifiedMs(join(path, executable)), modifiedMs(join(path, 'Info.plist'))]);
  if (executableMs === undefined || infoMs === undefined) return undefined;
  return {
    path,
    bundleId,
    name: textOf(info, 'CFBundleDisplayName') || textOf(info, 'CFBundleName') || executable,
    executable,
    version: textOf(info, 'CFBundleShortVersionString'),
    build: textOf(info, 'CFBundleVersion'),
    configuration: configurationOf(path),
    builtMs: Math.max(executableMs, infoMs),
    isOwn,
  };
}

/** In folders such as `Debug-iphoneos` or `iphoneos`. */
async function* productsIn(start: string, platform: ApplePlatform, named: Readonly<Record<number, string>>): AsyncGenerator<string> {
  const isProducts = (folder: string): boolean => folder === platform || folder.endsWith(`-${platform}`);
  const walk: Walk = {
    limits,
    folder: (name, path, depth) => {
      const parent = basename(path.slice(0, path.length - name.length - 1));
      if (name.endsWith('.app')) return isProducts(parent) ? 'give' : 'skip';
      if (isProducts(parent) || withoutProducts(name)) return 'skip';
      return named[depth] === undefined || named[depth] === name ? 'enter' : 'skip';
    },
    file: () => false,
  };
  // The search for symbols reports unreadable folders.
  for await (const { path } of walkFolder(start, walk)) yield path;
}

/** Xcode notes the project in its derived data. */
async function isProjectIn(derivedProject: string, workspaceFolders: readonly string[]): Promise<boolean> {
  const info = await readInfo(join(derivedProject, 'info.plist'));
  const project = info === undefined ? '' : textOf(info, 'WorkspacePath');
  return project !== '' && workspaceFolders.some((folder) => project === folder || project.startsWith(withoutEnd(folder, '\\/') + sep));
}

/** `Debug build of 18:05`, local time, with the day unless today. */
export function buildText({ configuration, builtMs }: Pick<BuiltApp, 'configuration' | 'builtMs'>, now = new Date()): string {
  const built = new Date(builtMs);
  const local = new Date(builtMs - built.getTimezoneOffset() * 60_000).toISOString();
  const day = built.toDateString() === now.toDateString() ? '' : `${local.slice(0, 10)} `;
  return `${configuration} build of ${day}${local.slice(11, 16)}`.trim();
}

function configurationOf(path: string): string {
  const folder = basename(join(path, '..'));
  return folder.replace(/-?(iphoneos|iphonesimulator)$/, '');
}

async function readInfo(path: string): Promise<PlistDict | undefined> {
  try {
    return readPlistDict(await readForeignFile(path, MOST_FOREIGN_BYTES, { links: 'follow' }));
  } catch (error) {
    if (error instanceof PlistError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

async function modifiedMs(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
