/**
 * Bundles what runs outside the checkout:
 *
 * | file | runs in | content |
 * |---|---|---|
 * | dist/extension.cjs | extension host | registers commands and editors, loads the next on first use |
 * | dist/laglens.cjs | extension host | everything else |
 * | dist/symbol-worker.cjs | a thread of the extension host | reads local builds for names and lines |
 * | dist/session-threads.cjs | the threads of the next four files | their code, most of which they share |
 * | dist/cost-worker.cjs | a thread of the extension host | computes line costs of a session file |
 * | dist/facts-worker.cjs | a thread of the extension host | lists facts of stored sessions |
 * | dist/names-worker.cjs | a thread of the extension host | decodes a session file and searches its names |
 * | dist/import-worker.cjs | a thread of the extension host | converts other tools' profiles, asks lakes |
 * | dist/webview.js, .css | the page | views, core |
 * | dist/troubleshoot.js, .css | the page of troubleshooting | its rows |
 * | dist/comparison.js, .css | the page of a comparison | its tables |
 * | dist/lake.js, .css | the page of a lake | its charts and tables |
 * | dist/shared-page.js, .css | a page sent as a file | stands in for VS Code there |
 * | dist/laglens.mjs | Node 20 or newer, alone | the command line with the files that it reads; not in the .vsix |
 * | dist/*-demangler.wasm.br | readers of names | programs of `host/demangler-files.ts`, packed by brotli: a quarter smaller than by zip |
 *
 * and writes dist/THIRD-PARTY-LICENSES.txt and dist/sbom.cdx.json from the packages in the bundles and programs.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import * as esbuild from 'esbuild';
import type { start } from '../extension/session-threads.ts';
import { bundledPackages } from './build/bundled-packages.ts';
import { leaveOutUnused } from './build/left-out.ts';
import { licenceTexts } from './build/licences.ts';
import { sbom } from './build/sbom.ts';
import { buildSingleFile } from './build/single-file.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

const node: esbuild.BuildOptions = {
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  // Bundles are CommonJS, where import.meta is empty; sources find their files by it.
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

const bundles: readonly esbuild.BuildOptions[] = [
  {
    ...node,
    entryPoints: ['extension/activate.ts'],
    outfile: 'dist/extension.cjs',
    plugins: [loadOnFirstUse()],
    // VS Code answers require('vscode'), so the second bundle is required, never imported.
    supported: { 'dynamic-import': false },
  },
  { ...node, entryPoints: ['extension/laglens.ts'], outfile: 'dist/laglens.cjs', plugins: [leaveOutUnused()] },
  { ...node, entryPoints: ['host/builds/symbol-worker.ts'], outfile: 'dist/symbol-worker.cjs' },
  { ...node, entryPoints: ['extension/session-threads.ts'], outfile: 'dist/session-threads.cjs' },
  { entryPoints: ['webview/main.ts'], outfile: 'dist/webview.js', platform: 'browser', target: 'chrome130', format: 'iife' },
  {
    entryPoints: ['webview/troubleshoot/main.ts'],
    outfile: 'dist/troubleshoot.js',
    platform: 'browser',
    target: 'chrome130',
    format: 'iife',
  },
  {
    entryPoints: ['webview/comparison/main.ts'],
    outfile: 'dist/comparison.js',
    platform: 'browser',
    target: 'chrome130',
    format: 'iife',
  },
  { entryPoints: ['webview/lake/main.ts'], outfile: 'dist/lake.js', platform: 'browser', target: 'chrome130', format: 'iife' },
  // Recipients open it in any browser.
  { entryPoints: ['webview/shared/main.ts'], outfile: 'dist/shared-page.js', platform: 'browser', target: 'es2022', format: 'iife' },
];

/** Threads whose code is in session-threads.cjs, by file in dist/. */
const sessionThreads = {
  'cost-worker.cjs': 'costs',
  'facts-worker.cjs': 'facts',
  'import-worker.cjs': 'imports',
  'names-worker.cjs': 'names',
} as const satisfies Readonly<Record<string, keyof typeof start>>;

function starter(thread: keyof typeof start): string {
  return `// The program of one thread. session-threads.cjs has the code that it shares with others.\nrequire('./session-threads.cjs').start.${thread}();\n`;
}

const prebuilt = 'core/symbols/names/prebuilt';

/** By name in dist/. */
const programs = {
  'swift-demangler.wasm': `${prebuilt}/swift-demangler.wasm`,
  'llvm-demangler.wasm': `${prebuilt}/llvm-demangler.wasm`,
  'rust-microsoft-demangler.wasm': 'node_modules/gecko-profiler-demangle/index_bg.wasm',
} as const;

function packed(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } });
}

/** Keeps `import('./laglens.ts')` out of the first bundle, as a `require` of the second. */
function loadOnFirstUse(): esbuild.Plugin {
  return {
    name: 'load-on-first-use',
    setup(build) {
      build.onResolve({ filter: /^\.\/laglens\.ts$/ }, () => ({ path: './laglens.cjs', external: true }));
    },
  };
}

/** Builds dist/. Throws with esbuild's messages, which name file and line. */
export async function build(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const results = await Promise.all(
    bundles.map((options) =>
      esbuild.build({
        absWorkingDir: root,
        bundle: true,
        minify: true,
        metafile: true,
        legalComments: 'none',
        logLevel: 'warning',
        ...options,
      }),
    ),
  );
  const inputs = results.flatMap((result) => Object.keys(result.metafile?.inputs ?? {}));
  for (const [name, thread] of Object.entries(sessionThreads)) await writeFile(join(dist, name), starter(thread));
  for (const [name, source] of Object.entries(programs))
    await writeFile(join(dist, `${name}.br`), packed(await readFile(join(root, source))));
  const packages = await bundledPackages(root, [...inputs, ...Object.values(programs)]);
  await writeFile(join(dist, 'sbom.cdx.json'), await sbom(root, packages));
  const texts = [await licenceTexts(root, packages), await readFile(join(root, prebuilt, 'LICENSE.txt'), 'utf8')];
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), texts.join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build();
  await buildSingleFile(root);
}
