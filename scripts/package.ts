/**
 * `npm run package [-- --tag v0.1.0]`: the files of a release in release/: the .vsix, npm's package (with a bill of materials of its own), the
 * .vsix' bill of materials, and SHA-256 checksums in the form that `sha256sum --check` reads. A tag has to be the version's.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unzip } from '../tests/house/zip.ts';
import { buildTarball, buildVsix } from './setup/vsix.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @throws Error if the tag is another version's, or if the build fails */
export async function makeRelease(folder: string, tag: string | undefined, log: (line: string) => void): Promise<readonly string[]> {
  const { version }: { readonly version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  if (tag !== undefined && tag !== `v${version}`) throw new Error(`The tag ${tag} is not that of version ${version}, v${version}.`);
  const vsix = await buildVsix(log);
  const bill = unzip(await readFile(vsix)).get('extension/dist/sbom.cdx.json');
  if (bill === undefined) throw new Error(`${vsix} has no bill of materials.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const names = [`laglens-${version}.vsix`, `laglens-${version}.tgz`, `laglens-${version}.sbom.cdx.json`] as const;
  await copyFile(vsix, join(folder, names[0]));
  await copyFile(await buildTarball(log), join(folder, names[1]));
  await writeFile(join(folder, names[2]), bill);
  const sums = await Promise.all(names.map(async (name) => `${await sha256(join(folder, name))}  ${name}\n`));
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...names, 'SHA256SUMS'];
}

async function sha256(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { tag: { type: 'string' } } });
  const names = await makeRelease(join(root, 'release'), values.tag, (line) => process.stderr.write(`${line}\n`));
  for (const name of names) process.stdout.write(`release/${name}\n`);
}
