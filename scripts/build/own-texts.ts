import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as esbuild from 'esbuild';

/** Modules that read styles and scripts of the pages that they write, in a checkout by `READ`. */
const readers: ReadonlySet<string> = new Set([
  'features/compare/cli/diff-html.ts', // features/compare
  'features/lake/cli/lake-html.ts', // features/lake
]);

const READ = "readFile(new URL(path, import.meta.url), 'utf8')";

const TEXT = 'own-text';

/** Puts styles and scripts of written pages into the command line's bundle once, minified. @throws Error for a module that reads in another way */
export function holdOwnTexts(root: string): esbuild.Plugin {
  return {
    name: 'hold-own-texts',
    setup(build) {
      build.onLoad({ filter: /-html\.ts$/ }, async ({ path }) => {
        const module = relative(root, path).replaceAll(sep, '/');
        if (!readers.has(module)) return undefined;
        const source = await readFile(path, 'utf8');
        if (source.split(READ).length !== 2) throw new Error(`${module} reads no file by ${READ}, or reads two.`);
        const texts = [...source.matchAll(/'(\.[\w./-]+\.(?:css|js))'/g)].map(([, text = '']) => text);
        const imports = texts.map((text, at) => `import text${at} from ${JSON.stringify(`${TEXT}:${join(path, '..', text)}`)};`);
        const table = texts.map((text, at) => `${JSON.stringify(text)}: text${at}`).join(', ');
        const found = `Promise.resolve(({ ${table} } as Record<string, string>)[path] ?? '')`;
        return { contents: `${imports.join(' ')} ${source.replace(READ, found)}`, loader: 'ts' };
      });
      build.onResolve({ filter: new RegExp(`^${TEXT}:`) }, ({ path }) => ({ path: path.slice(TEXT.length + 1), namespace: TEXT }));
      build.onLoad({ filter: /./, namespace: TEXT }, async ({ path }) => {
        const loader = path.endsWith('.css') ? 'css' : 'js';
        // A page runs in any browser.
        const { code } = await esbuild.transform(await readFile(path, 'utf8'), { loader, minify: true, target: 'es2022' });
        return { contents: code.trim(), loader: 'text' };
      });
    },
  };
}
