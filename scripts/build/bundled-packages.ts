import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface BundledPackage {
  /** From the checkout's root, as in the lock file: `node_modules/a/node_modules/@b/c`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** SPDX expression as in the package; some write `MIT/Apache-2.0`. */
  readonly license: string;
}

/** Packages of the bundles' inputs, by folder. Rejects when one does not describe itself. */
export async function bundledPackages(root: string, inputs: readonly string[]): Promise<readonly BundledPackage[]> {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  return Promise.all([...folders].sort().map((folder) => readPackage(root, folder)));
}

/** `node_modules/a/node_modules/@b/c/x.js` -> `node_modules/a/node_modules/@b/c` */
function packageFolder(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

async function readPackage(root: string, folder: string): Promise<BundledPackage> {
  const manifest: unknown = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const { name, version, license }: Record<string, unknown> = Object(manifest);
  if (typeof name !== 'string' || typeof version !== 'string' || typeof license !== 'string') {
    throw new Error(`${folder}/package.json has no name, version or licence. Look them up before it is shipped.`);
  }
  return { folder, name, version, license };
}
