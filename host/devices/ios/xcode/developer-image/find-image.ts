import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { phrase } from '../../../../../core/text/phrase.ts';
import type { Xcrun } from '../xcrun/xcrun.ts';

/** A folder per iOS version. */
const IMAGES_FOLDER = join('Platforms', 'iPhoneOS.platform', 'DeviceSupport');
const IMAGE = 'DeveloperDiskImage.dmg';
const SIGNATURE = 'DeveloperDiskImage.dmg.signature';
/** Stops endless folders. */
const MAX_XCODES = 20;

/** A disk image with Apple's signature beside it. */
export interface DeveloperImage {
  /** Version of iOS: `16.4`. */
  readonly version: string;
  readonly path: string;
  readonly signaturePath: string;
}

export interface FoundImages {
  /** The selected Xcode's first. */
  readonly searchedFolders: readonly string[];
  readonly images: readonly DeveloperImage[];
}

export interface XcodePlaces {
  readonly xcrun: Xcrun;
  /** `/Applications` by default. */
  readonly applications?: string;
}

/** From all Xcodes. @throws LaglensError when none is selected */
export async function developerImages(places: XcodePlaces, signal: AbortSignal): Promise<FoundImages> {
  const searchedFolders = (await developerFolders(places, signal)).map((folder) => join(folder, IMAGES_FOLDER));
  const images: DeveloperImage[] = [];
  for (const folder of searchedFolders) images.push(...(await imagesIn(folder)));
  return { searchedFolders, images };
}

/**
 * Like Xcode, takes the same version, else the nearest lower one of the same major version.
 * @param ios such as `16.7.10`
 */
export function imageFor(ios: string, images: readonly DeveloperImage[]): DeveloperImage | undefined {
  const [major, minor] = numbersOf(ios);
  return images
    .filter(({ version }) => numbersOf(version)[0] === major && numbersOf(version)[1] <= minor)
    .sort((a, b) => numbersOf(b.version)[1] - numbersOf(a.version)[1])[0];
}

/** The selected Xcode, then neighbours and applications. */
async function developerFolders({ xcrun, applications = '/Applications' }: XcodePlaces, signal: AbortSignal): Promise<readonly string[]> {
  const call = { purpose: phrase`Looking for Xcode’s developer image, which is not on the device,`, signal };
  const selected = (await xcrun.text('xcode-select', ['-p'], call)).trim();
  const app = /^(.*\.app)\/Contents\/Developer\/?$/.exec(selected)?.[1];
  const folders = new Set([selected]);
  for (const place of new Set([...(app === undefined ? [] : [dirname(app)]), applications])) {
    const names = (await namesIn(place)).filter((name) => /^Xcode.*\.app$/i.test(name)).sort();
    for (const name of names) folders.add(join(place, name, 'Contents', 'Developer'));
  }
  return [...folders].slice(0, MAX_XCODES);
}

async function imagesIn(folder: string): Promise<readonly DeveloperImage[]> {
  const found: DeveloperImage[] = [];
  for (const name of [...(await namesIn(folder))].sort()) {
    // Some Xcodes append the build: “15.2 (19C56)”.
    const [, version] = /^(\d+\.\d+)(?![\d.])/.exec(name) ?? [];
    if (version === undefined) continue;
    const [path, signaturePath] = [join(folder, name, IMAGE), join(folder, name, SIGNATURE)];
    if ((await isFile(path)) && (await isFile(signaturePath))) found.push({ version, path, signaturePath });
  }
  return found;
}

function numbersOf(version: string): readonly [major: number, minor: number] {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor];
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
