import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, reasonAgainst } from './judge.ts';

const list = [
  { path: 'cli/shell.test.ts', why: 'no shell' },
  { path: 'host/jvm', why: 'no Java' },
  { path: 'host/links.test.ts', tests: ['a link', 'a pipe'], why: 'no links' },
];
const verdict = (name: string, passed: boolean) => ({ name, passed, skipped: false, failure: passed ? '' : 'it failed' });
const run = (file: string, ...verdicts: readonly ReturnType<typeof verdict>[]) => ({ file, verdicts, broke: '', ms: 1 });

test('whole files and folders are left out for a reason', () => {
  assert.deepEqual(
    ['cli/shell.test.ts', 'host/jvm/a.test.ts', 'host/links.test.ts', 'host/jvm.test.ts'].map((file) => reasonAgainst(file, list)),
    ['no shell', 'no Java', undefined, undefined],
  );
});

test('listed tests may fail, others not', () => {
  const runs = [
    run('host/links.test.ts', verdict('a link is refused', false), verdict('a pipe is refused', false), verdict('a file', true)),
  ];
  assert.deepEqual(judge(['host/links.test.ts'], runs, list), { passed: 1, known: 2, problems: [] });
  const other = judge(['a.test.ts'], [run('a.test.ts', verdict('a file', false))], list);
  assert.deepEqual(other, { passed: 0, known: 0, problems: ['a.test.ts: a file\nit failed'] });
});

test('a listed test that passes has to leave the list', () => {
  const { problems } = judge(['host/links.test.ts'], [run('host/links.test.ts', verdict('a link', true), verdict('a pipe', false))], list);
  assert.deepEqual(problems, ['host/links.test.ts: “a link” is listed as failing, but did not fail']);
});

test('a file without a verdict, one that broke off and one that never ended are problems', () => {
  const runs = [run('a.test.ts'), { ...run('b.test.ts', verdict('a file', true)), broke: 'too long' }];
  assert.deepEqual(judge(['a.test.ts', 'b.test.ts', 'c.test.ts'], runs, list).problems, [
    'c.test.ts never ended',
    'a.test.ts has no verdict',
    'b.test.ts broke off: too long',
  ]);
});
