import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { bundles } from '../../scripts/build/bundles.ts';
import { featureLists, importsOf } from './module-imports.ts';
import { roomPath, root, type SourceFile, sourceFiles } from './project-sources.ts';

const product = /^(?:core|protocol|host|extension|cli|webview)\//;

let files: readonly SourceFile[];

before(async () => {
  files = await sourceFiles((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
});

const featureOf = (path: string): string | undefined => /^features\/([\w-]+)\//.exec(path)?.[1];

test('the base imports features in its lists alone', () => {
  const guests = new Set(files.flatMap(({ path }) => featureOf(path) ?? []));
  assert.ok(guests.size > 0);
  const importing = files
    .filter(({ path }) => product.test(path))
    .filter((file) => importsOf(file).some((target) => featureOf(target) !== undefined));
  assert.deepEqual(
    importing.map(({ path }) => path).filter((path) => !featureLists.includes(path)),
    [],
  );
  assert.deepEqual(
    featureLists.filter((list) => !importing.some(({ path }) => path === list)),
    [],
    'imports no feature: off the lists',
  );
});

test('lines of the base that import a feature end with its mark, by which they go with it', () => {
  const unmarked = files
    .filter(({ path }) => featureOf(path) === undefined)
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => {
        const [, feature] = /(?:from|import|import\() ?'(?:\.\.?\/)+features\/([\w-]+)\//.exec(line) ?? [];
        return feature === undefined || line.includes(`// features/${feature}`) ? [] : [`${path}:${at + 1}: ${line.trim()}`];
      }),
    );
  assert.deepEqual(unmarked, []);
});

test('lines of the base that name a path of a feature end with its mark, too', () => {
  const guests = new Set(files.flatMap(({ path }) => featureOf(path) ?? []));
  const unmarked = files
    .filter(({ path }) => featureOf(path) === undefined)
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => {
        const paths = /^ *(?:\/\*\*|\*|\/\/)/.test(line) ? [] : [...line.matchAll(/['"`/]features\/([\w-]+)\//g)];
        const named = paths.flatMap(([, feature = '']) => (guests.has(feature) ? [feature] : []));
        return named.every((feature) => line.includes(`// features/${feature}`)) ? [] : [`${path}:${at + 1}: ${line.trim()}`];
      }),
    );
  assert.deepEqual(unmarked, []);
});

test('the list of shipped files names none that only a feature makes, as its lines can have no mark', async () => {
  const shipped = await readFile(join(root, '.vscodeignore'), 'utf8');
  const pages = bundles.flatMap(({ entryPoints, outfile }) =>
    Array.isArray(entryPoints) && entryPoints.some((entry) => featureOf(String(entry)) !== undefined) ? [outfile ?? ''] : [],
  );
  assert.ok(pages.length > 1 && shipped.includes('!dist/*.js'));
  assert.deepEqual(
    pages.filter((page) => shipped.includes(page.replace(/\.js$/, ''))),
    [],
  );
});

test('no feature imports another', () => {
  const others = files.flatMap((file) => {
    const own = featureOf(file.path);
    if (own === undefined) return [];
    return importsOf(file)
      .filter((target) => (featureOf(target) ?? own) !== own)
      .map((target) => `${file.path} imports ${target}`);
  });
  assert.deepEqual(others, []);
});

test('a feature has its parts in rooms of the base’s names, or beside them tests, figures and scripts', () => {
  const rooms = ['core', 'host', 'protocol', 'extension', 'webview', 'cli', 'tests', 'bench', 'scripts'];
  const parts = new Set(files.filter(({ path }) => featureOf(path) !== undefined).map(({ path }) => roomPath(path).split('/', 1)[0] ?? ''));
  assert.deepEqual(
    [...parts].filter((part) => !rooms.includes(part)),
    [],
  );
});
