import { mkdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** Where things are on a device's file system. */
export const MEDIA = '/private/var/mobile/Media';
export const BUNDLES = '/private/var/containers/Bundle/Application';
export const CONTAINERS = '/private/var/mobile/Containers/Data/Application';

/** The device's file system: a folder of this computer that has the device's paths in it. */
export class DeviceFiles {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** A path of this computer for one of the device; nothing leads out of the device. */
  hostPath(devicePath: string): string {
    const path = posix.normalize(posix.join('/', devicePath));
    // /var is a link to /private/var.
    return join(this.#root, path.startsWith('/var/') ? `/private${path}` : path);
  }

  /** Replaces the device's paths in a value of an environment variable by this computer's (`…:/private/var/…`). */
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
