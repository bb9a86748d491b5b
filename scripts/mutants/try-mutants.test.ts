import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Mutant } from '../../tests/mutants/mutant.ts';
import { tryMutants } from './try-mutants.ts';

const execute = promisify(execFile);

const files = {
  'add.mjs': 'export const add = (a, b) => a + b;\nexport const unused = 1;\n',
  'add.test.mjs': `import { test } from 'node:test';
import assert from 'node:assert/strict';
import { add } from './add.mjs';
test('adds', () => assert.equal(add(1, 2), 3));
`,
  'failing.test.mjs': 'throw new Error();\n',
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

  const mutant = (name: string, before: string, after: string, tests = ['add.test.mjs']): Mutant => ({
    name,
    file: 'add.mjs',
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
  ];
  const verdicts = new Map<string, string>();
  await tryMutants(folder, list, ({ mutant: { name }, verdict }) => verdicts.set(name, verdict), new AbortController().signal);
  assert.deepEqual(Object.fromEntries(verdicts), {
    sign: 'noticed',
    dollars: 'noticed',
    unused: 'not noticed',
    gone: 'no longer applies',
    twice: 'no longer applies',
    failing: 'failing',
  });
  assert.equal(await readFile(join(folder, 'add.mjs'), 'utf8'), files['add.mjs']);
});
