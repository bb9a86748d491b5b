import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Mutant } from '../../tests/mutants/mutant.ts';
import { type MutantResult, tryMutants } from './try-mutants.ts';

const execute = promisify(execFile);

const files = {
  'add.mjs': 'export const add = (a, b) => a + b;\nexport const unused = 1;\n',
  'add.test.mjs': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { add } from './add.mjs';
test('adds', () => assert.equal(add(1, 2), 3));
`,
  'failing.test.mjs': 'throw new Error();\n',
  'one.ts': 'export const one: number = 1;\n',
  'one.c': 'int one(void) { return 1; }\n',
};

test('a fault is noticed by a test that fails, in a clone', { timeout: 120_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-try-mutants-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const git = (...args: readonly string[]) =>
    execute('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args], { cwd: folder });
  await git('init', '-q');
  await mkdir(join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await git('add', '-A');
  await git('commit', '-qm', 'One');

  const mutant = (name: string, before: string, after: string, tests = ['add.test.mjs'], file = 'add.mjs'): Mutant => ({
    name,
    file,
    before,
    after,
    tests,
    userSuffers: '',
  });
  const list = [
    mutant('sign', 'a + b', 'a - b'),
    mutant('dollars', 'a + b', "'$&' + a + b"),
    mutant('unused', 'unused = 1', 'unused = 2'),
    mutant('gone', 'a * b', 'a - b'),
    mutant('twice', 'export', ''),
    mutant('failing', 'a + b', 'a - b', ['failing.test.mjs']),
    mutant('typescript', '= 1', '= ', ['add.test.mjs'], 'one.ts'),
    mutant('c', 'return 1;', 'return two;', ['add.test.mjs'], 'one.c'),
    mutant('c-of-another-value', 'return 1;', 'return 2;', ['add.test.mjs'], 'one.c'),
  ];
  const verdicts = new Map<string, string>();
  const reasons = new Map<string, string>();
  const take = ({ mutant: { name }, verdict, reason }: MutantResult) => {
    verdicts.set(name, verdict);
    reasons.set(name, reason);
  };
  await tryMutants(folder, list, take, new AbortController().signal);
  assert.deepEqual(Object.fromEntries(verdicts), {
    sign: 'noticed',
    dollars: 'noticed',
    unused: 'not noticed',
    gone: 'no longer applies',
    twice: 'no longer applies',
    failing: 'failing',
    typescript: 'not built',
    c: 'not built',
    'c-of-another-value': 'not noticed',
  });
  assert.equal(reasons.get('sign'), 'adds');
  assert.match(reasons.get('c') ?? '', /one\.c:1:.*error: .*two/);
  assert.equal(await readFile(join(folder, 'add.mjs'), 'utf8'), files['add.mjs']);
});
