import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { before, test } from 'node:test';
import { matches, type SourceFile, sourceFiles } from './project-sources.ts';
import { hasTests, leftOutInSilence } from './source-parts.ts';

/** Smaller folders say in comments what a README.md would. */
const LEAST_ROOM = 4;
const isCode = (path: string): boolean => /\.(ts|mjs|c|h|java|kt|css|sh|py)$/.test(path);

const leftOut = (source: string): number => leftOutInSilence({ path: 'some.test.ts', lines: source.split('\n') }).length;

let files: readonly SourceFile[];
let code: readonly SourceFile[];

before(async () => {
  files = await sourceFiles((path) => path !== 'package-lock.json');
  code = files.filter(({ path }) => isCode(path));
});

/** These words are put together here, so that this file itself stays clean of them. */
const word = (...parts: readonly string[]): string => parts.join('');

test('nothing is left to do', () => {
  assert.deepEqual(matches(code, new RegExp(`\\b(${word('TO', 'DO')}|${word('FIX', 'ME')})\\b`)), []);
});

test('no test is left out without a reason in the output', () => {
  assert.deepEqual(files.filter(hasTests).flatMap(leftOutInSilence), []);
});

test('options and calls that leave a test out in silence are found', () => {
  for (const line of [
    `test.skip('a', () => {});`,
    `describe.only('a', () => {});`,
    `test('a', { skip }, () => {});`,
    'describe(`a`, { skip, timeout: 5 }, () => {});',
    `test('a', {\n  timeout: 5,\n  skip,\n}, () => {});`,
    `const options = { skip };`,
    `test('a', { only }, () => {});`,
    `test('a', { timeout: 5, todo }, () => {});`,
    `test('a', { todo: 'later' }, () => {});`,
    `test('a', { skip: true }, () => {});`,
    `test('a', { skip: isWindows }, () => {});`,
    `test('a', (t) => t.skip());`,
    `test('a', (t) => t.todo());`,
  ])
    assert.equal(leftOut(line), 1, line);
});

test('reasons, other options and other texts are left alone', () => {
  for (const line of [
    `test('a', { skip: 'needs root' }, () => {});`,
    `describe('a', { skip: refusal }, () => {});`,
    `describe('a', { timeout: 5, skip: phoneRefusal }, () => {});`,
    `test('a', (t) => t.skip('one processor'));`,
    `serve(socket, { folder, ...(only !== undefined && { only }) });`,
    `const text = 'test.skip, { skip }, skip: true';`,
    `// { skip }`,
  ])
    assert.equal(leftOut(line), 0, line);
});

test('types are never switched off', () => {
  const typescript = files.filter(({ path }) => path.endsWith('.ts'));
  assert.deepEqual(matches(typescript, new RegExp(`@ts-(${word('ig', 'nore')}|${word('no', 'check')}|${word('expect', '-error')})`)), []);
  assert.deepEqual(matches(typescript, new RegExp(`${word('biome', '-ignore')}.*(noExplicitAny|noNonNullAssertion)`)), []);
});

test('no registry and no machine is named: clients find them by their own settings', () => {
  const registries = [
    word('npm', 'js\\.'),
    word('repo1?\\.', 'maven'),
    word('deb\\.', 'debian'),
    word('py', 'pi\\.'),
    word('crates', '\\.io'),
  ];
  assert.deepEqual(matches(files, new RegExp(`\\b(?:${registries.join('|')})`, 'i')), []);
  assert.deepEqual(matches(files, /(?<![\w.*})])\/(?:work|root)\//), []);
});

test('files are small: none over 350 lines, nine in ten under 250', () => {
  const lengths = code
    .filter(({ lines }) => !/generated/i.test(lines.slice(0, 5).join(' ')))
    .map(({ path, lines }) => ({ path, length: lines.length }));
  assert.deepEqual(
    lengths.filter(({ length }) => length > 350),
    [],
  );
  const short = lengths.filter(({ length }) => length < 250).length;
  assert.ok(short >= 0.9 * lengths.length, `${short} of ${lengths.length} are under 250 lines`);
});

test('no file is a drawer for anything', () => {
  // Java's folders are its packages, and those are Android's.
  const drawers = files.filter(({ path }) => !path.endsWith('.java') && /(^|\/)(utils?|helpers?|common|misc|manager)(\/|\.|$)/i.test(path));
  assert.deepEqual(
    drawers.map(({ path }) => path),
    [],
  );
});

test(`every room of ${LEAST_ROOM} files says its business in a README.md of at most 15 lines`, () => {
  const top = ['core', 'host', 'device-agents', 'tests'];
  const rooms = new Set(['protocol', 'extension', 'cli', 'scripts', 'bench', 'webview', 'host']);
  const counts = new Map<string, number>();
  for (const { path } of code) {
    const [first = '', second = ''] = path.split('/');
    const room = `${first}/${second}`;
    if (top.includes(first) && posix.dirname(path) !== first) counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  for (const [room, count] of counts) if (count >= LEAST_ROOM) rooms.add(room);
  const readmes = new Map(files.filter(({ path }) => path.endsWith('/README.md')).map((file) => [posix.dirname(file.path), file]));
  const silent = [...rooms].filter((room) => !readmes.has(room) && ![...readmes.keys()].some((other) => posix.dirname(other) === room));
  assert.deepEqual(silent, []);
  const long = [...readmes.values()].filter(({ lines }) => lines.join('\n').trimEnd().split('\n').length > 15);
  assert.deepEqual(
    long.map(({ path }) => path),
    [],
  );
});
