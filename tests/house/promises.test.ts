import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { root } from './project-sources.ts';

/** A row of docs/security.md: a promise, and the tests that hold it. */
interface PromiseRow {
  readonly promise: string;
  readonly tests: readonly { readonly path: string; readonly name: string }[];
}

let rows: readonly PromiseRow[];
before(async () => {
  rows = promisesOf(await readFile(join(root, 'docs', 'security.md'), 'utf8'));
});

test('each promise of docs/security.md names a test that exists', async () => {
  assert.ok(rows.length >= 30, `${rows.length} promises`);
  const missing: string[] = [];
  for (const { promise, tests } of rows) {
    if (tests.length === 0) missing.push(`“${promise}” names no test`);
    for (const { path, name } of tests) {
      const text = await readFile(join(root, path), 'utf8').catch(() => undefined);
      if (text === undefined) missing.push(`${path} is not there`);
      else if (!titlesOf(text).some((title) => title.includes(name))) missing.push(`${path} has no test “${name}”`);
    }
  }
  assert.deepEqual(missing, []);
});

test('a promise with a wrong path, a wrong name or no test is found', () => {
  const page = [
    '## Promises',
    '| promise | held by |',
    '|---|---|',
    '| It holds. | `a.test.ts`: that it holds; also later; `b.test.ts`: there |',
    '| It does not. | nothing |',
    '',
    'End',
  ];
  assert.deepEqual(promisesOf(page.join('\n')), [
    {
      promise: 'It holds.',
      tests: [
        { path: 'a.test.ts', name: 'that it holds' },
        { path: 'a.test.ts', name: 'also later' },
        { path: 'b.test.ts', name: 'there' },
      ],
    },
    { promise: 'It does not.', tests: [] },
  ]);
});

test('words outside of titles hold no promise', () => {
  const source = "// the comment's words\ntest('a person’s title', () => run('an argument'));\n  it(\n    `ends`,\n);";
  assert.deepEqual(titlesOf(source), ['a person’s title', 'ends']);
});

/** The rows of the tables below the heading “Promises”. A cell of tests reads: `path`: name; another name; `path`: name */
function promisesOf(page: string): readonly PromiseRow[] {
  const section = page.split(/^## /m).find((part) => part.startsWith('Promises')) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'));
  return lines.map((line) => {
    const [, promise = '', cell = ''] = line.split('|').map((part) => part.trim());
    const tests = [...cell.matchAll(/`([^`]+)`: ([^`]+)/g)].flatMap(([, path = '', names = '']) =>
      names
        .split(';')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => ({ path, name })),
    );
    return { promise, tests };
  });
}

/** Titles of tests and their groups. Other code is not read, as it may hold the same two words. */
function titlesOf(source: string): readonly string[] {
  return [...source.matchAll(/\b(?:test|it|describe|suite)\(\s*(['"`])([\s\S]*?)\1/g)].map(([, , title = '']) => title);
}
