import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { bundledPackages } from './bundled-packages.ts';
import { leaveOutUnused } from './left-out.ts';
import { licenceTexts } from './licences.ts';

const agents = [
  'arm64-v8a/liblaglens.so',
  'armeabi-v7a/liblaglens.so',
  'x86_64/liblaglens.so',
  'ios/liblaglens.dylib',
  'ios/liblaglens-sim.dylib',
  'laglens-hook.jar',
].map((name) => `device-agents/prebuilt/${name}`);
const demanglers = ['swift', 'llvm', 'rust-microsoft'].map((name) => `${name}-demangler.wasm.br`);
const theme = 'webview/shared/theme.css';

const START = `#!/usr/bin/env node
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
`;

/** Files that a module finds by `import.meta.url`, in a checkout; those of dist/ go beside the module. */
const readBy: Readonly<Record<string, readonly string[]>> = {
  'cli/version.ts': ['package.json'],
  'cli/providers.ts': agents,
  'features/compare/cli/diff-html.ts': [theme, 'features/compare/cli/diff-page.css'], // features/compare
  'features/lake/cli/lake-html.ts': [theme, ...within('features/lake', 'cli/lake-html.css', 'webview/lake.css', 'webview/sort-tables.js')], // features/lake
  'host/demangler-files.ts': demanglers,
  'host/builds/symbol-thread.ts': ['symbol-worker.cjs', ...demanglers],
};

function within(folder: string, ...paths: readonly string[]): readonly string[] {
  return paths.map((path) => `${folder}/${path}`);
}

/**
 * Writes dist/laglens.mjs: the command line with all that it reads, for Node 20 or newer. Needs the rest of dist/.
 * @throws Error for a module that reads a file that is not listed here
 */
export async function buildSingleFile(root: string): Promise<string> {
  const outfile = join(root, 'dist', 'laglens.mjs');
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['cli/main.ts'],
    outfile,
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    // adbkit tells its errors apart by their classes' names.
    keepNames: true,
    inject: ['scripts/build/unpacked-files.ts'],
    // Packages in CommonJS require Node's modules.
    banner: { js: `${START}const EMBEDDED_FILES = ${JSON.stringify(await embeddedFiles(root))};` },
    plugins: [leaveOutUnused(), findUnpacked(root)],
  });
  const packages = await bundledPackages(root, Object.keys(metafile.inputs));
  const programs = await readFile(join(root, 'core/symbols/names/prebuilt/LICENSE.txt'), 'utf8');
  const licences = [await licenceTexts(root, packages), programs].join('\n').replaceAll('*/', '* /');
  await writeFile(outfile, `${await readFile(outfile, 'utf8')}/*\n${licences}\n*/\n`);
  await chmod(outfile, 0o755);
  return outfile;
}

async function embeddedFiles(root: string): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const embedded: Record<string, Record<string, string>> = {};
  for (const [module, paths] of Object.entries(readBy)) {
    const files: Record<string, string> = {};
    for (const path of paths) {
      const isBuilt = !path.includes('/') && path !== 'package.json';
      const bytes = await readFile(isBuilt ? join(root, 'dist', path) : join(root, path));
      const place = isBuilt ? join(module, '..', path).replaceAll(sep, '/') : path;
      files[place] = deflateRawSync(path === 'package.json' ? versionOnly(bytes) : bytes, { level: 9 }).toString('base64');
    }
    embedded[module] = files;
  }
  return embedded;
}

function versionOnly(manifest: Uint8Array): Uint8Array {
  const { version }: Record<string, unknown> = Object(JSON.parse(new TextDecoder().decode(manifest)));
  return new TextEncoder().encode(JSON.stringify({ version }));
}

/** Sources find their files around the unpacked address. */
function findUnpacked(root: string): esbuild.Plugin {
  return {
    name: 'find-unpacked',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const module = relative(root, path).replaceAll(sep, '/');
        const text = await readFile(path, 'utf8');
        if (module.startsWith('scripts/') || !text.includes('import.meta.url')) return undefined;
        if (!(module in readBy)) throw new Error(`${module} reads a file that scripts/build/single-file.ts does not list.`);
        return { contents: text.replaceAll('import.meta.url', `unpackedUrl('${module}')`), loader: 'ts' };
      });
    },
  };
}
