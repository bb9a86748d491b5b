import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { before, test } from 'node:test';
import { featureLists, importsOf } from './module-imports.ts';
import { type SourceFile, sourceFiles } from './project-sources.ts';

const MOST_FILES = 30;
const MOST_IN_CYCLE = 2;
/** Folders that are fuller, and the most that they may hold: each is to lose files, not to gain them. */
const crowded: Readonly<Record<string, number>> = {
  cli: 50,
  'core/analysis/causes': 38,
  'core/analysis/lags/detect': 40,
  'features/formats/core/import': 44, // features/formats
  'host/builds': 38,
  'host/capture': 44,
  'tests/core': 38,
  'features/formats/tests/formats': 34, // features/formats
  'tests/house': 34,
};
/** One written file for each source of the agent for iOS. */
const isGenerated = (folder: string): boolean => folder === 'device-agents/ios/package';
/** Rooms of the core, from the ground up: a room imports from those before it. */
const floors = [
  'core/text',
  'core/document',
  'core/columns',
  'core/wire',
  'core/symbols',
  'core/session',
  'core/analysis',
  'core/trees',
] as const;

let sources: readonly SourceFile[];
let product: readonly SourceFile[];

before(async () => {
  sources = await sourceFiles((path) => /\.(ts|mjs|c|h|m|java|kt|css|sh)$/.test(path));
  product = sources.filter(({ path }) =>
    /^(?:features\/[\w-]+\/)?(?:core|protocol|host|extension|cli|webview)\/.*(?<!\.d|\.test)\.ts$/.test(path),
  );
});

test('the product is found', () => {
  assert.ok(product.length > 500, `${product.length} files`);
});

test(`no folder holds more than ${MOST_FILES} files of source and tests`, () => {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  const full = [...counts].filter(([folder, files]) => files > MOST_FILES && !isGenerated(folder));
  assert.deepEqual(
    full.filter(([folder, files]) => files > (crowded[folder] ?? MOST_FILES)),
    [],
  );
  const spacious = Object.keys(crowded).filter((folder) => (counts.get(folder) ?? 0) <= MOST_FILES);
  assert.deepEqual(spacious, [], 'no longer crowded: off the list');
});

test('each room of the core has its floor', () => {
  const rooms = new Set(product.flatMap(({ path }) => /^core\/[^/]+(?=\/)/.exec(path) ?? []));
  assert.deepEqual(new Set(floors), rooms);
});

test('no folder of the product needs itself by way of others, types included', () => {
  const edges = new Map<string, Map<string, string>>();
  for (const file of product) {
    const from = posix.dirname(file.path);
    // Lists stand above what they name.
    if (featureLists.includes(file.path)) continue;
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

test(`no more than ${MOST_IN_CYCLE} files need each other, types included`, () => {
  const targets = new Map(product.map((file) => [file.path, importsOf(file)]));
  const reached = new Map([...targets.keys()].map((path) => [path, allReached(path, targets)]));
  const cycles = [...targets.keys()].map((path) => [...(reached.get(path) ?? [])].filter((to) => reached.get(to)?.has(path) === true));
  assert.ok(cycles.some((files) => files.length === 2));
  assert.deepEqual(
    cycles.filter((files) => files.length > MOST_IN_CYCLE),
    [],
  );
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

function allReached(path: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set(targets.get(path));
  for (const each of reached) for (const to of targets.get(each) ?? []) reached.add(to);
  return reached;
}

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
