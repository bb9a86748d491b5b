import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Xcrun } from '../xcrun/xcrun.ts';

/** Below Xcode's developer folder, a folder for each version of iOS whose image it has. */
const IMAGES_FOLDER = join('Platforms', 'iPhoneOS.platform', 'DeviceSupport');
const IMAGE = 'DeveloperDiskImage.dmg';
const SIGNATURE = 'DeveloperDiskImage.dmg.signature';
/** Nobody has more; a folder that never ends is not read for ever. */
const MAX_XCODES = 20;

/** A developer image as an Xcode has it: a disk image with Apple's signature beside it. */
export interface DeveloperImage {
  /** Version of iOS that it was made for: `16.4`. */
  readonly version: string;
  readonly path: string;
  readonly signaturePath: string;
}

/** What was found in this computer's Xcodes. */
export interface FoundImages {
  /** Each folder with images, the selected Xcode's first. */
  readonly searchedFolders: readonly string[];
  readonly images: readonly DeveloperImage[];
}

export interface XcodePlaces {
  readonly xcrun: Xcrun;
  /** Folder with the Xcodes of this computer; `/Applications` when left out. */
  readonly applications?: string;
}

/** The developer images of all Xcodes of this computer. Throws `LaglensError` when none is selected. */
export async function developerImages(places: XcodePlaces, signal: AbortSignal): Promise<FoundImages> {
  const searchedFolders = (await developerFolders(places, signal)).map((folder) => join(folder, IMAGES_FOLDER));
  const images: DeveloperImage[] = [];
  for (const folder of searchedFolders) images.push(...(await imagesIn(folder)));
  return { searchedFolders, images };
}

/**
 * The image for a version of iOS: the one of that very version, else of the nearest lower one with the same first number, as Xcode
 * chooses. Of several that fit alike the first.
 * @param ios such as `16.7.10`
 */
export function imageFor(ios: string, images: readonly DeveloperImage[]): DeveloperImage | undefined {
  const [major, minor] = numbersOf(ios);
  return images
    .filter(({ version }) => numbersOf(version)[0] === major && numbersOf(version)[1] <= minor)
    .sort((a, b) => numbersOf(b.version)[1] - numbersOf(a.version)[1])[0];
}

/** The developer folder of the selected Xcode, then those of the others, beside it and among the applications. */
async function developerFolders({ xcrun, applications = '/Applications' }: XcodePlaces, signal: AbortSignal): Promise<readonly string[]> {
  const call = { purpose: 'Looking for Xcode’s developer image, which is not on the device,', signal };
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
    // Some Xcodes put the build behind the version: “15.2 (19C56)”.
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
