import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type * as esbuild from 'esbuild';
import { withoutVerify } from '../../features/verify/scripts/npm-only.ts'; // features/verify
import { leaveOutUnused } from './left-out.ts';
import { holdOwnTexts } from './own-texts.ts';
import type { SharedBundle } from './shared-modules.ts';
import { findShippedTexts, writeShippedTexts } from './shipped-texts.ts';

const node: esbuild.BuildOptions = {
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  // Bundles are CommonJS, where import.meta is empty; sources find their files by it.
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

export const COMMAND_LINE = 'dist/cli.cjs';
const EXTENSION = 'dist/laglens.cjs';
const SESSION_WORKER = 'dist/session-worker.cjs';
const SYMBOL_WORKER = 'dist/symbol-worker.cjs';

/** What `npm run build` writes once for bundles that have modules in common. */
export const shared: readonly SharedBundle[] = [
  { outfile: 'dist/base.cjs', of: [EXTENSION, SYMBOL_WORKER] },
  { outfile: 'dist/core.cjs', of: [EXTENSION, SESSION_WORKER] },
  { outfile: 'dist/host.cjs', of: [EXTENSION, COMMAND_LINE] },
  { outfile: 'dist/profiles.cjs', of: [SESSION_WORKER, COMMAND_LINE] },
  { outfile: 'dist/symbols.cjs', of: [SYMBOL_WORKER, COMMAND_LINE] },
];

/** The command line; executable, as npm links it. */
const commandLine: esbuild.BuildOptions = {
  ...node,
  entryPoints: ['cli/main.ts'],
  outfile: COMMAND_LINE,
  banner: { js: `#!/usr/bin/env node\n${node.banner?.js ?? ''}` },
  plugins: [leaveOutUnused(), holdOwnTexts(join(import.meta.dirname, '..', '..')), loadMcpOnFirstUse()],
};

/** The copy in the extension, for VS Code's terminals. */
const terminalCommandLine: esbuild.BuildOptions = {
  ...commandLine,
  plugins: [
    ...(commandLine.plugins ?? []),
    withoutVerify(), // features/verify
  ],
};

const symbolWorker: esbuild.BuildOptions = {
  ...node,
  entryPoints: ['host/builds/symbol-worker.ts'],
  outfile: SYMBOL_WORKER,
};

/** The server of `laglens mcp`, with the protocol's library: a module, as `import()` loads it. */
const mcpServer: esbuild.BuildOptions = {
  platform: 'node',
  target: 'node20',
  format: 'esm',
  entryPoints: ['features/agent-tools/cli/serve-mcp.ts'], // features/agent-tools
  outfile: 'dist/mcp.mjs',
};

/** Bundles of npm's package. */
export const npmBundles: readonly esbuild.BuildOptions[] = [
  commandLine,
  symbolWorker,
  mcpServer, // features/agent-tools
];

/** Bundles with their entries and outputs, as esbuild takes them. */
export const bundles: readonly esbuild.BuildOptions[] = [
  {
    ...node,
    entryPoints: ['extension/activate.ts'],
    outfile: 'dist/extension.cjs',
    plugins: [loadOnFirstUse(), findShippedTexts()],
    // VS Code answers require('vscode'), so the second bundle is required, never imported.
    supported: { 'dynamic-import': false },
  },
  { ...node, entryPoints: ['extension/laglens.ts'], outfile: EXTENSION, plugins: [leaveOutUnused(), findShippedTexts()] },
  terminalCommandLine,
  mcpServer, // features/agent-tools
  symbolWorker,
  { ...node, entryPoints: ['extension/session-worker.ts'], outfile: SESSION_WORKER },
  page('webview/main.ts', 'webview'),
  page('webview/troubleshoot/main.ts', 'troubleshoot'),
  page('features/compare/webview/main.ts', 'comparison'), // features/compare
  page('features/lake/webview/main.ts', 'lake'), // features/lake
  // Recipients open it in any browser.
  { entryPoints: ['webview/shared/main.ts'], outfile: 'dist/shared-page.js', platform: 'browser', target: 'es2022', format: 'iife' },
];

/** A page of VS Code's. @param name of the files in dist/ */
function page(entry: string, name: string): esbuild.BuildOptions {
  return { entryPoints: [entry], outfile: `dist/${name}.js`, platform: 'browser', target: 'chrome130', format: 'iife' };
}

/** Keeps the protocol's library out of the command line, which loads it for one command. */
function loadMcpOnFirstUse(): esbuild.Plugin {
  return {
    name: 'load-mcp-on-first-use',
    setup(build) {
      build.onResolve({ filter: /^\.\/serve-mcp\.ts$/ }, () => ({ path: './mcp.mjs', external: true }));
    },
  };
}

export const prebuilt = 'core/symbols/names/prebuilt';

/** By name in dist/. */
export const programs = {
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

/** Writes what no bundle brings into dist/: texts, packed programs, the starts of the command line. */
export async function writeBesideBundles(root: string): Promise<void> {
  const dist = join(root, 'dist');
  await mkdir(dist, { recursive: true });
  await writeShippedTexts(root);
  await mkdir(join(dist, 'bin'), { recursive: true });
  for (const name of ['laglens', 'laglens.cmd']) await copyFile(join(root, 'extension/terminal/bin', name), join(dist, 'bin', name));
  await chmod(join(dist, 'bin', 'laglens'), 0o755);
  for (const [name, source] of Object.entries(programs))
    await writeFile(join(dist, `${name}.br`), packed(await readFile(join(root, source))));
}
