/**
 * Bundles what runs outside the checkout:
 *
 * | file | runs in | content |
 * |---|---|---|
 * | dist/extension.cjs | extension host | registers commands and editors, loads the next on first use |
 * | dist/laglens.cjs | extension host | everything else |
 * | dist/core.cjs | extension host, its threads, terminals | what the bundle above and that of session files have in common |
 * | dist/cli.cjs, bin/ | VS Code's terminals | the command line, and its starts by VS Code's executable |
 * | dist/mcp.mjs | terminals | the server of `laglens mcp`, loaded by that command alone |
 * | dist/base.cjs, host.cjs, profiles.cjs, symbols.cjs | extension host, threads, terminals | what further bundles have in common (`shared` of `build/bundles.ts`) |
 * | dist/symbol-worker.cjs | a thread of the extension host | reads local builds for names and lines |
 * | dist/session-worker.cjs | threads of the extension host | decodes session files for line costs, names, facts; converts other tools' profiles, asks lakes |
 * | dist/webview.js, .css | the page | views, core |
 * | dist/troubleshoot.js, .css | the page of troubleshooting | its rows |
 * | dist/comparison.js, .css | the page of a comparison | its tables |
 * | dist/lake.js, .css | the page of a lake | its charts and tables |
 * | dist/shared-page.js, .css | a page sent as a file | stands in for VS Code there |
 * | dist/npm | Node 20 or newer | npm's package `laglens`: the command line with the files that it reads; not in the .vsix |
 * | dist/l10n/*.json | VS Code | translations of `l10n/`, with short keys |
 * | dist/*-demangler.wasm.br | readers of names | programs of `host/demangler-files.ts`, packed by brotli: a quarter smaller than by zip |
 *
 * and writes dist/THIRD-PARTY-LICENSES.txt and dist/sbom.cdx.json from the packages in the bundles and programs.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { bundledPackages } from './build/bundled-packages.ts';
import { bundles, prebuilt, programs, shared, writeBesideBundles } from './build/bundles.ts';
import { licenceTexts } from './build/licences.ts';
import { buildNpmPackage } from './build/npm-package.ts';
import { sbom } from './build/sbom.ts';
import { buildSharing, modulesOf } from './build/shared-modules.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

const common: esbuild.BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** Builds dist/. Throws with esbuild's messages, which name file and line. */
export async function build(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const sharing = new Set<string | undefined>(shared.flatMap(({ of }) => of));
  const alone = bundles.filter(({ outfile }) => !sharing.has(outfile));
  const inputs = await Promise.all([
    ...alone.map(async (options) => modulesOf(await esbuild.build({ ...common, ...options }))),
    buildSharing(
      common,
      bundles.filter(({ outfile }) => sharing.has(outfile)),
      shared,
    ),
  ]);
  await writeBesideBundles(root);
  const packages = await bundledPackages(root, [...inputs.flat(), ...Object.values(programs)]);
  await writeFile(join(dist, 'sbom.cdx.json'), await sbom(root, packages));
  const texts = [await licenceTexts(root, packages), await readFile(join(root, prebuilt, 'LICENSE.txt'), 'utf8')];
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), texts.join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build();
  await buildNpmPackage(root, common);
}
