import { mkdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** Places on a device's file system. */
export const MEDIA = '/private/var/mobile/Media';
export const BUNDLES = '/private/var/containers/Bundle/Application';
export const CONTAINERS = '/private/var/mobile/Containers/Data/Application';

/** The device's file system, in a folder of this computer. */
export class DeviceFiles {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Maps a device's path to this computer; nothing leads out of the device. */
  hostPath(devicePath: string): string {
    const path = posix.normalize(posix.join('/', devicePath));
    // /var is a link to /private/var.
    return join(this.#root, path.startsWith('/var/') ? `/private${path}` : path);
  }

  /** Maps the device's paths in an environment variable (`…:/private/var/…`) to this computer's. */
  hostPaths(text: string): string {
    return text
      .split(':')
      .map((part) => (/^(\/private)?\/var\/(containers|mobile)\//.test(part) ? this.hostPath(part) : part))
      .join(':');
  }

  async makeFolder(devicePath: string): Promise<string> {
    const path = this.hostPath(devicePath);
    await mkdir(path, { recursive: true });
    return path;
  }
}
