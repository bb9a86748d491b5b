import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

/** The bundle of shared modules, in dist/. */
const SHARED = 'core.cjs';
const ALL = '*';

/** Names that bundles take of shared modules, by their places; `*` for all of a module. */
type NamesTaken = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * Builds bundles of Node that have modules in common: these go into a bundle of their own, which the others require. So a module is shipped
 * once. Shared modules export no `let`, as values are taken once.
 * @returns paths of all modules, from the root
 */
export async function buildSharing(common: esbuild.BuildOptions, bundles: readonly esbuild.BuildOptions[]): Promise<readonly string[]> {
  const root = common.absWorkingDir ?? '';
  const build = (options: esbuild.BuildOptions): Promise<esbuild.BuildResult> => esbuild.build({ ...common, write: false, ...options });
  const [first = [], ...others] = (await Promise.all(bundles.map(build))).map(modulesOf);
  const shared = first.filter((module) => others.every((modules) => modules.includes(module)));
  const places = new Map(shared.map((module, place) => [join(root, module), place]));
  const sharing = bundles.map((options) => ({
    ...options,
    banner: { js: `${options.banner?.js ?? ''}const shared=require("./${SHARED}");` },
    plugins: [leaveShared(places), ...(options.plugins ?? [])],
  }));
  // Written as modules of JavaScript, bundles say which names they take.
  const saying = await Promise.all(sharing.map((options) => build({ ...options, format: 'esm', minify: false })));
  const core = { ...bundles[0], ...sharedBundle(root, shared, namesTaken(saying.flatMap(textsOf))) };
  const built = await Promise.all([core, ...sharing].map(build));
  for (const { path, text } of built.flatMap(({ outputFiles = [] }) => outputFiles)) {
    await writeFile(path, text.replaceAll(/require\("shared:(\d+)"\)/g, 'shared.m$1'));
  }
  return built.flatMap(modulesOf);
}

/** Paths of what a build read, from the root. */
export function modulesOf({ metafile }: esbuild.BuildResult): readonly string[] {
  return Object.keys(metafile?.inputs ?? {});
}

function textsOf({ outputFiles = [] }: esbuild.BuildResult): readonly string[] {
  return outputFiles.map(({ text }) => text);
}

function namesTaken(texts: readonly string[]): NamesTaken {
  const taken = new Map<number, Set<string>>();
  for (const text of texts) {
    for (const [, list = ALL, place] of text.matchAll(/import *(?:\{([^}]*)\} from |[^{};]* from |\()"shared:(\d+)"/g)) {
      const names = taken.get(Number(place)) ?? new Set();
      for (const name of list.split(',')) names.add(name.trim().split(' ', 1)[0] ?? '');
      taken.set(Number(place), names);
    }
  }
  return taken;
}

/** Exports an object per module, whose values need no getters. */
function sharedBundle(root: string, modules: readonly string[], taken: NamesTaken): esbuild.BuildOptions {
  const parts = [...taken].map(([place, names]) => {
    const from = `from './${modules[place]}';`;
    if (names.has(ALL)) return `import * as all${place} ${from} export const m${place} = { ...all${place} };`;
    const list = (between: string): string => [...names].map((name) => `${name}${between}${name}${place}`).join(', ');
    return `import { ${list(' as ')} } ${from} export const m${place} = { ${list(': ')} };`;
  });
  return { entryPoints: [], stdin: { contents: parts.join('\n'), resolveDir: root }, outfile: `dist/${SHARED}` };
}

/** Leaves imports of shared modules as `require("shared:PLACE")`. */
function leaveShared(places: ReadonlyMap<string, number>): esbuild.Plugin {
  return {
    name: 'leave-shared',
    setup(build) {
      build.onResolve({ filter: /./ }, async ({ path, kind, pluginData, ...from }) => {
        if (kind === 'entry-point' || pluginData === SHARED) return undefined;
        const found = await build.resolve(path, { ...from, kind, pluginData: SHARED });
        const place = places.get(found.path);
        return place === undefined || found.errors.length > 0 ? undefined : { path: `shared:${place}`, external: true };
      });
    },
  };
}
