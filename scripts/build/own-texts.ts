import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as esbuild from 'esbuild';

/** Modules that read styles and scripts of the pages that they write, in a checkout by `READ`. */
const readers: ReadonlySet<string> = new Set([
  'features/compare/cli/diff-html.ts', // features/compare
  'features/lake/cli/lake-html.ts', // features/lake
]);

const READ = "readFile(new URL(path, import.meta.url), 'utf8')";

/** Puts styles and scripts of written pages into the command line's bundle, minified. @throws Error for a module that reads in another way */
export function holdOwnTexts(root: string): esbuild.Plugin {
  return {
    name: 'hold-own-texts',
    setup(build) {
      build.onLoad({ filter: /-html\.ts$/ }, async ({ path }) => {
        const module = relative(root, path).replaceAll(sep, '/');
        if (!readers.has(module)) return undefined;
        const source = await readFile(path, 'utf8');
        if (source.split(READ).length !== 2) throw new Error(`${module} reads no file by ${READ}, or reads two.`);
        const texts = JSON.stringify(await textsOf(join(path, '..'), source));
        return { contents: source.replace(READ, `Promise.resolve((${texts} as Record<string, string>)[path] ?? '')`), loader: 'ts' };
      });
    },
  };
}

/** By path as in the source. */
async function textsOf(folder: string, source: string): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const [, path = '', loader] of source.matchAll(/'(\.[\w./-]+\.(css|js))'/g)) {
    const text = await readFile(join(folder, path), 'utf8');
    // A page runs in any browser.
    texts[path] = (await esbuild.transform(text, { loader: loader === 'css' ? 'css' : 'js', minify: true, target: 'es2022' })).code.trim();
  }
  return texts;
}
