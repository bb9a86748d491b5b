import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundledPackage } from './bundled-packages.ts';

/**
 * Licence texts of the npm packages in the bundles, one section per package.
 * @throws when a package has no licence file: it must not be shipped without one.
 */
export async function licenceTexts(root: string, packages: readonly BundledPackage[]): Promise<string> {
  const sections = await Promise.all(packages.map((each) => section(root, each)));
  return `Laglens contains the following packages, each under its own licence.\n\n${sections.join('\n')}`;
}

async function section(root: string, { folder, name, version, license }: BundledPackage): Promise<string> {
  const file = (await readdir(join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${folder} has no licence file. Look up its licence before it is shipped.`);
  const text = await readFile(join(root, folder, file), 'utf8');
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n${text.trim()}\n`;
}
