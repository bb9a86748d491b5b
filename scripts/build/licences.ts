import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Licence texts of the npm packages that the given bundle inputs come from, one section per package, sorted by name.
 * @throws when a package has no licence file: it must not be shipped without one.
 */
export async function licenceTexts(root: string, inputs: readonly string[]): Promise<string> {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const sections = await Promise.all([...folders].sort().map((folder) => section(root, folder)));
  return `Laglens contains the following packages, each under its own licence.\n\n${sections.join('\n')}`;
}

/** `node_modules/a/node_modules/@b/c/x.js` -> `node_modules/a/node_modules/@b/c` */
function packageFolder(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

async function section(root: string, folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const { name, version, license } = Object(manifest);
  const file = (await readdir(join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${folder} has no licence file. Look up its licence before it is shipped.`);
  const text = await readFile(join(root, folder, file), 'utf8');
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n${text.trim()}\n`;
}
