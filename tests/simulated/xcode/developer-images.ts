import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signatureOf } from '../iphone/developer-image.ts';

/** Several pieces of 64 KiB; real images have some 20 MB. */
const IMAGE_BYTES = 700_001;

/**
 * Writes Xcode's developer images below a developer folder. Each has other bytes, and a signature for the simulated iPhone.
 * @param names of their folders: `16.4`
 */
export async function writeDeveloperImages(developerFolder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const folder = join(developerFolder, 'Platforms', 'iPhoneOS.platform', 'DeviceSupport', name);
    await mkdir(folder, { recursive: true });
    const image = Buffer.alloc(IMAGE_BYTES, createHash('sha512').update(name).digest());
    await writeFile(join(folder, 'DeveloperDiskImage.dmg'), image);
    await writeFile(join(folder, 'DeveloperDiskImage.dmg.signature'), signatureOf(image));
  }
}
