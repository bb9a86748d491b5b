import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';

const ALL = '*';
/** Marks questions of our own to esbuild. */
const OWN = 'leave-shared';

/** A bundle of modules that other bundles have in common. */
export interface SharedBundle {
  readonly outfile: string;
  /** Outputs whose common modules these are. */
  readonly of: readonly string[];
}

interface Part extends SharedBundle {
  readonly number: number;
  /** Its modules from the root, by their places. */
  readonly modules: readonly string[];
  /** Outputs that have modules of it. */
  readonly users: ReadonlySet<string>;
}

/** Names that bundles take of shared modules, by `PART:PLACE`; `*` for all of a module. */
type NamesTaken = Map<string, Set<string>>;

/**
 * Builds bundles of Node that have modules in common: these go into bundles of their own, which the others require. So a module is shipped
 * once. Shared modules export no `let`, as values are taken once.
 * @param shared a module goes into the first one whose outputs all have it; so its own needs are there, too, or in one before
 * @returns paths of all modules, from the root
 */
export async function buildSharing(
  common: esbuild.BuildOptions,
  bundles: readonly esbuild.BuildOptions[],
  shared: readonly SharedBundle[],
): Promise<readonly string[]> {
  const root = common.absWorkingDir ?? '';
  const build = (options: esbuild.BuildOptions): Promise<esbuild.BuildResult> => esbuild.build({ ...common, write: false, ...options });
  const modules = await Promise.all(bundles.map(async (options) => [options.outfile ?? '', modulesOf(await build(options))] as const));
  const parts = partsOf(new Map(modules), shared);
  const outputs: esbuild.BuildOptions[] = [];
  const taken: NamesTaken = new Map();
  // Written as modules of JavaScript, bundles say which names they take.
  const add = async (options: esbuild.BuildOptions, needed: readonly Part[]): Promise<void> => {
    const sharing = requiring(root, options, needed);
    outputs.push(sharing);
    addNames(taken, textsOf(await build({ ...sharing, format: 'esm', minify: false })));
  };
  for (const options of bundles)
    await add(
      options,
      parts.filter(({ users }) => users.has(options.outfile ?? '')),
    );
  // All that need a part come before it, as its names are those that they take.
  for (const part of parts.toReversed()) {
    const needed = parts.filter(({ number, users }) => number < part.number && part.of.every((output) => users.has(output)));
    await add({ ...bundles[0], ...partBundle(root, part, taken) }, needed);
  }
  const built = await Promise.all(outputs.map(build));
  for (const { path, text } of built.flatMap(({ outputFiles = [] }) => outputFiles))
    await writeFile(path, text.replaceAll(/require\("shared:(\d+):(\d+)"\)/g, 'shared$1().m$2'));
  return built.flatMap(modulesOf);
}

/** Paths of what a build read, from the root. */
export function modulesOf({ metafile }: esbuild.BuildResult): readonly string[] {
  return Object.keys(metafile?.inputs ?? {});
}

function textsOf({ outputFiles = [] }: esbuild.BuildResult): readonly string[] {
  return outputFiles.map(({ text }) => text);
}

/** @param read modules of each output */
function partsOf(read: ReadonlyMap<string, readonly string[]>, shared: readonly SharedBundle[]): readonly Part[] {
  const placed = new Set<string>();
  return shared.map(({ outfile, of }, number) => {
    const [first = [], ...others] = of.map((output) => read.get(output) ?? []);
    const modules = first.filter((module) => !placed.has(module) && others.every((each) => each.includes(module)));
    for (const module of modules) placed.add(module);
    const users = [...read].filter(([, each]) => modules.some((module) => each.includes(module))).map(([output]) => output);
    return { outfile, of, number, modules, users: new Set(users) };
  });
}

function addNames(taken: NamesTaken, texts: readonly string[]): void {
  for (const text of texts) {
    for (const [, list = ALL, place = ''] of text.matchAll(/import *(?:\{([^}]*)\} from |[^{};]* from |\()"shared:(\d+:\d+)"/g)) {
      const names = taken.get(place) ?? new Set();
      for (const name of list.split(',')) names.add(name.trim().split(' ', 1)[0] ?? '');
      taken.set(place, names);
    }
  }
}

/** Exports an object per module, whose values need no getters. */
function partBundle(root: string, { number, modules, outfile }: Part, taken: NamesTaken): esbuild.BuildOptions {
  const lines = modules.flatMap((module, place) => {
    const names = taken.get(`${number}:${place}`);
    if (names === undefined) return [];
    const from = `from './${module}';`;
    if (names.has(ALL)) return [`import * as all${place} ${from} export const m${place} = { ...all${place} };`];
    const list = (between: string): string => [...names].map((name) => `${name}${between}${name}${place}`).join(', ');
    return [`import { ${list(' as ')} } ${from} export const m${place} = { ${list(': ')} };`];
  });
  return { entryPoints: [], stdin: { contents: lines.join('\n'), resolveDir: root }, outfile };
}

/** Takes modules of these parts from their bundles, which lie beside this one; not before a module is loaded that imports one of them. */
function requiring(root: string, options: esbuild.BuildOptions, parts: readonly Part[]): esbuild.BuildOptions {
  const requires = parts.map(({ number, outfile }) => `const shared${number}=()=>require("./${basename(outfile)}");`);
  const places = new Map(
    parts.flatMap(({ number, modules }) => modules.map((module, place) => [join(root, module), `${number}:${place}`] as const)),
  );
  return {
    ...options,
    banner: { js: `${options.banner?.js ?? ''}${requires.join('')}` },
    plugins: [leaveShared(places), ...(options.plugins ?? [])],
  };
}

/** Leaves imports of shared modules as `require("shared:PART:PLACE")`. */
function leaveShared(places: ReadonlyMap<string, string>): esbuild.Plugin {
  return {
    name: 'leave-shared',
    setup(build) {
      build.onResolve({ filter: /./ }, async ({ path, kind, pluginData, ...from }) => {
        if (kind === 'entry-point' || pluginData === OWN) return undefined;
        const found = await build.resolve(path, { ...from, kind, pluginData: OWN });
        const place = places.get(found.path);
        return place === undefined || found.errors.length > 0 ? undefined : { path: `shared:${place}`, external: true };
      });
    },
  };
}
