import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { bundledPackages } from './bundled-packages.ts';
import { COMMAND_LINE, npmBundles, prebuilt, programs } from './bundles.ts';
import { licenceTexts } from './licences.ts';
import { sbom } from './sbom.ts';
import { modulesOf } from './shared-modules.ts';

const agents = [
  'arm64-v8a/liblaglens.so',
  'armeabi-v7a/liblaglens.so',
  'x86_64/liblaglens.so',
  'ios/liblaglens.dylib',
  'ios/liblaglens-sim.dylib',
  'laglens-hook.jar',
  'laglens-sample.apk',
].map((name) => `device-agents/prebuilt/${name}`);

/** Readers of names, beside the bundles as in the .vsix. */
const beside = Object.keys(programs).map((name) => `dist/${name}.br`);

const documents = ['agents', 'cli', 'ci', 'formats', 'lake'].map((name) => `docs/${name}.md`);

/** docs/ci.md and errors of `laglens check` name it. */
const budgetSchema = 'media/laglens.budget.schema.json';

/** What the package needs; older ones are not tried. */
const NODE = '>=20';

/**
 * Writes the npm package `laglens` as a folder: the command line with all that it reads. Needs the rest of dist/.
 * @returns the folder, for `npm pack`
 */
export async function buildNpmPackage(root: string, common: esbuild.BuildOptions): Promise<string> {
  const folder = join(root, 'dist', 'npm');
  await rm(folder, { recursive: true, force: true });
  const built = await Promise.all(
    npmBundles.map((options) => esbuild.build({ ...common, ...options, outfile: join(folder, options.outfile ?? '') })),
  );
  await chmod(join(folder, COMMAND_LINE), 0o755);
  for (const path of [...beside, ...agents, ...documents, budgetSchema, 'LICENSE']) await copyInto(folder, root, path);
  await copyFile(join(root, 'docs/npm.md'), join(folder, 'README.md'));
  for (const path of documents) await dropOutwardLinks(join(folder, path));
  const packages = await bundledPackages(root, [...built.flatMap(modulesOf), ...Object.values(programs)]);
  const licences = [await licenceTexts(root, packages), await readFile(join(root, prebuilt, 'LICENSE.txt'), 'utf8')];
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences.join('\n'));
  await writeFile(join(folder, 'sbom.cdx.json'), await sbom(root, packages));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(root), undefined, 2)}\n`);
  return folder;
}

async function copyInto(folder: string, root: string, path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await copyFile(join(root, path), join(folder, path));
}

/** Links to documents of the checkout that the package lacks become their text. */
async function dropOutwardLinks(path: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  const inward = page.replaceAll(/\[([^\]]*)\]\(([^)#:]+)(?:#[^)]*)?\)/g, (link: string, text: string, target: string) =>
    existsSync(join(dirname(path), target)) ? link : text,
  );
  await writeFile(path, inward);
}

/** Without scripts: nothing runs when it is installed. */
async function manifest(root: string): Promise<object> {
  const { name, version, license, keywords }: Record<string, unknown> = Object(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
  );
  return {
    name,
    version,
    description: 'See why an Android or iOS app lags: record, report, compare and judge its lags from the command line.',
    license,
    keywords,
    type: 'commonjs',
    bin: { laglens: COMMAND_LINE },
    engines: { node: NODE },
    files: ['dist', 'device-agents', 'docs', 'media', 'THIRD-PARTY-LICENSES.txt', 'sbom.cdx.json'],
  };
}
