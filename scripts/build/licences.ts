import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundledPackage } from './bundled-packages.ts';

/** Licence texts of the bundles' npm packages, one section each. @throws for a package without a licence file, which must not be shipped */
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
