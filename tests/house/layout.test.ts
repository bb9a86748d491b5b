import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { before, test } from 'node:test';
import { importsOf } from './module-imports.ts';
import { type SourceFile, sourceFiles } from './project-sources.ts';

const MOST_FILES = 30;
/** Agents are flat, as async-profiler's: one concept is a pair of files. */
const isFlat = (folder: string): boolean => folder.startsWith('device-agents/');
/** Rooms of the core, from the ground up: a room imports from those before it. */
const floors = ['core/text', 'core/columns', 'core/wire', 'core/session', 'core/analysis', 'core/formats', 'core/trees'] as const;

let sources: readonly SourceFile[];
let product: readonly SourceFile[];

before(async () => {
  sources = await sourceFiles((path) => /\.(ts|mjs|c|h|m|java|kt|css|sh)$/.test(path) && !/\.test\.ts$/.test(path));
  product = sources.filter(({ path }) => /^(core|protocol|host|extension|cli|webview)\/.*(?<!\.d)\.ts$/.test(path));
});

test('the product is found', () => {
  assert.ok(product.length > 500, `${product.length} files`);
});

test(`no folder holds more than ${MOST_FILES} source files`, () => {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  const full = [...counts].filter(([folder, files]) => files > MOST_FILES && !isFlat(folder));
  assert.deepEqual(full, []);
});

test('no folder of the product needs itself by way of others, types included', () => {
  const edges = new Map<string, Map<string, string>>();
  for (const file of product) {
    const from = posix.dirname(file.path);
    for (const target of importsOf(file)) {
      const to = posix.dirname(target);
      if (!target.endsWith('.ts') || to === from) continue;
      const known = edges.get(from) ?? new Map<string, string>();
      edges.set(from, known.set(to, `${file.path} imports ${target}`));
    }
  }
  for (const folder of edges.keys()) {
    const way = wayBack(folder, edges);
    assert.deepEqual(way, [], `${folder} needs itself`);
  }
});

test('data walk through the core in one direction: wire, session, analysis, trees', () => {
  const floorOf = (path: string): number => floors.findIndex((floor) => path.startsWith(`${floor}/`));
  const back = product.flatMap((file) => {
    const floor = floorOf(file.path);
    if (floor < 0) return [];
    return importsOf(file)
      .filter((target) => floorOf(target) > floor)
      .map((target) => `${file.path} imports ${target}`);
  });
  assert.deepEqual(back, []);
});

/** Imports that lead from a folder through others back to it; empty when none do. */
function wayBack(folder: string, edges: ReadonlyMap<string, ReadonlyMap<string, string>>): readonly string[] {
  const seen = new Map<string, readonly string[]>([[folder, []]]);
  for (const [from, way] of seen) {
    for (const [to, why] of edges.get(from) ?? []) {
      if (to === folder) return [...way, why];
      if (!seen.has(to)) seen.set(to, [...way, why]);
    }
  }
  return [];
}
